import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./processes.mjs";
import { Refusal } from "./refusal.mjs";
import { root } from "./root.mjs";

/** Dependencies that only a build uses. */
const BUILD_ONLY = ["@tailwindcss/postcss", "esbuild", "sharp", "tailwindcss", "typescript"];

/**
 * Writes what npm knows of the packages in a release, in the form of CycloneDX: the production dependencies of this platform,
 * with hashes and licences, without those that only a build uses. Returns how many there are.
 */
export async function makeSbom(file) {
  const args = ["sbom", "--sbom-format", "cyclonedx", "--omit", "dev", "--package-lock-only"];
  const { code, output } = await run("npm", args, { capture: true });
  if (code !== 0)
    throw new Refusal(
      `${output}\nThe SBOM could not be made: correct what npm says above and run this again.`,
    );
  const sbom = JSON.parse(output);
  const inside = reachable(sbom);
  const all = sbom.components;
  sbom.components = all.filter((component) => inside.has(component["bom-ref"]));
  sbom.dependencies = sbom.dependencies
    .filter(({ ref }) => inside.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => inside.has(one)) }));
  writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`);
  return sbom.components.length;
}

function reachable({ metadata, components, dependencies }) {
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

/** npm lists optional packages of all platforms and installs those of this one. */
function isInside(name) {
  return !BUILD_ONLY.includes(name) && existsSync(join(root, "node_modules", name));
}
