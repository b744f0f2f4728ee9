import { type Import, importsOf } from "./imports.ts";
import { layers, ownedPackages } from "./layers.ts";

/** The sentences about every import of this file that the architecture does not allow. */
export function forbiddenImports(file: string, source: string): string[] {
  const layer = layers.find(({ files }) => files.test(file));
  if (!layer)
    return [`${file} belongs to no layer: move it, or give its folder a row in tests/architecture/layers.ts`];
  return importsOf(file, source).flatMap((found) => {
    const rule = ownedPackages.find(
      ({ packages, files }) => packages.includes(found.target) && !files.test(file),
    );
    const refusal = rule
      ? `${found.target} belongs to another folder. Instead: ${rule.instead}`
      : isAllowed(found, layer)
        ? undefined
        : `${layer.name} may import only ${describe(layer)}. Instead: ${layer.instead}`;
    return refusal ? [`${file}:${found.line} imports ${found.specifier}, but ${refusal}`] : [];
  });
}

type Layer = (typeof layers)[number];

function isAllowed({ target, isTypeOnly }: Import, layer: Layer): boolean {
  if (target.startsWith("node:") || !isOwn(target)) {
    const name = target.startsWith("node:") ? "node:" : target;
    if (layer.packages !== "any") return layer.packages.includes(name);
    return !layer.notPackages?.includes(name);
  }
  return isIn(layer.folders, target) || (isTypeOnly && isIn(layer.types ?? [], target));
}

function isOwn(target: string): boolean {
  return (
    /^(app|components|server|db|tests|scripts|bench)\/|^\.\.?\//.test(target) || /^[\w-]+\.\w+$/.test(target)
  );
}

function isIn(folders: readonly string[], target: string): boolean {
  return folders.some((folder) => target === folder || target.startsWith(`${folder}/`));
}

function describe({ folders, types, packages, notPackages }: Layer): string {
  return [
    folders.join(", "),
    types && `types of ${types.join(", ")}`,
    packages === "any" ? anyPackage(notPackages) : packages.join(", "),
  ]
    .filter(Boolean)
    .join("; ");
}

function anyPackage(except: readonly string[] = []): string {
  return except.length > 0 ? `any package but ${except.join(", ")}` : "any package";
}
