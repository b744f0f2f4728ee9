import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./processes.mjs";
import { Refusal } from "./refusal.mjs";
import { root } from "./root.mjs";

/** Dependencies that are needed only for a build. */
const BUILD_ONLY = ["@tailwindcss/postcss", "esbuild", "sharp", "tailwindcss", "typescript"];

/**
 * Writes an SBOM of a release in the format of CycloneDX: the production dependencies of this platform, with hashes and
 * licences, without those needed only for a build.
 *
 * @returns how many there are
 */
export async function makeSbom(file) {
  // Without --omit=dev, which also leaves out packages that a development dependency uses.
  const args = ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"];
  const { code, output } = await run("npm", args, { capture: true });
  if (code !== 0)
    throw new Refusal(
      `${output}\nThe SBOM could not be made: correct what npm says above and run this again.`,
    );
  const sbom = JSON.parse(output);
  const inside = inRelease(sbom);
  const all = sbom.components;
  sbom.components = all.filter((component) => inside.has(component["bom-ref"]));
  sbom.dependencies = sbom.dependencies
    .filter(({ ref }) => inside.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => inside.has(one)) }));
  writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`);
  return sbom.components.length;
}

/** Returns the references of this program and of the packages that it needs at run time. */
function inRelease({ metadata, components, dependencies }) {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  // npm lists optional packages of all platforms, but installs only those of this one.
  const isInside = (name) => {
    const { dev, devOptional } = packages[`node_modules/${name}`] ?? {};
    const isInstalled = existsSync(join(root, "node_modules", name));
    return isInstalled && !dev && !devOptional && !BUILD_ONLY.includes(name);
  };
  const names = new Map(components.map((component) => [component["bom-ref"], component.name]));
  const needs = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const found = new Set();
  const visit = (ref) => {
    if (found.has(ref)) return;
    found.add(ref);
    for (const next of needs.get(ref) ?? []) if (isInside(names.get(next))) visit(next);
  };
  visit(metadata.component["bom-ref"]);
  return found;
}
