import { type Area, areas, otherHomes, ownedPackages } from "./areas.ts";
import { type Import, importsOf } from "./imports.ts";

/** Returns the area that a file belongs to. */
export function areaOf(file: string): Area | undefined {
  const other = otherHomes.find(({ files }) => files.test(file))?.area;
  return areas.find(({ name }) => name === other || (other === undefined && isIn([name], file)));
}

/** Describes every import of this file that the table of areas does not allow. */
export function forbiddenImports(file: string, source: string): string[] {
  const area = areaOf(file);
  if (!area)
    return [`${file} belongs to no area: move it, or give its folder a row in tests/architecture/areas.ts`];
  return importsOf(file, source).flatMap((found) => {
    const rule = ownedPackages.find(
      ({ packages, files }) => packages.includes(found.target) && !files.test(file),
    );
    const refusal = rule
      ? `${found.target} belongs to another folder. Instead: ${rule.instead}`
      : isAllowed(found, area)
        ? undefined
        : `${area.name} may import only ${describe(area)}. Instead: ${area.instead}`;
    return refusal ? [`${file}:${found.line} imports ${found.specifier}, but ${refusal}`] : [];
  });
}

function isAllowed(
  { target, isTypeOnly }: Import,
  { name, imports, types, packages, except }: Area,
): boolean {
  if (isOwn(target)) return isIn([name, ...imports], target) || (isTypeOnly && isIn(types ?? [], target));
  const wanted = target.startsWith("node:") ? "node:" : target;
  return packages === "any" ? !except?.includes(wanted) : packages.includes(wanted);
}

function isOwn(target: string): boolean {
  return (
    /^(app|components|server|db|tests|scripts|bench)\/|^\.\.?\//.test(target) || /^[\w-]+\.\w+$/.test(target)
  );
}

function isIn(folders: readonly string[], target: string): boolean {
  return folders.some((folder) => target === folder || target.startsWith(`${folder}/`));
}

function describe({ name, imports, types, packages, except }: Area): string {
  return [
    [name, ...imports].join(", "),
    types && `types of ${types.join(", ")}`,
    packages === "any" ? anyPackage(except) : packages.join(", "),
  ]
    .filter(Boolean)
    .join("; ");
}

function anyPackage(except: readonly string[] = []): string {
  return except.length > 0 ? `any package but ${except.join(", ")}` : "any package";
}
