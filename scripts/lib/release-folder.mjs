import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { build as bundle } from "esbuild";
import { SOURCES, STAMP } from "./build.mjs";
import { externalPackages } from "./external-packages.mjs";
import { fingerprint, writeStamp } from "./fingerprint.mjs";
import { INSTALL_INPUTS, INSTALL_STAMP } from "./install.mjs";
import { ownNode } from "./own-node.mjs";
import { root } from "./root.mjs";

/** Programs that an operator or a researcher runs: `./evenhand NAME`. */
const PROGRAMS = [
  ...["backup", "change-cookie-key", "checkpoint-key", "reset-factor", "restore"],
  ...["simulate", "tables", "verify", "witness"],
];
/** Programs that a start runs. */
const INTERNAL_PROGRAMS = ["prepare", "seed-demo", "worker"];
const BUNDLES = "server/cli/bundles";

/**
 * Fills a folder with a runnable Evenhand: Next's standalone server, bundles of the worker thread and of the programs,
 * Node 24, migrations and documents. It has the layout of a checkout that is installed and built, so that the same
 * scripts start it.
 */
export async function layOutRelease(folder) {
  const copy = (from, to = from) =>
    cpSync(join(root, from), join(folder, to), { recursive: true, verbatimSymlinks: true });
  const standalone = ".next/standalone";
  // Not everything that Next traced: paths that it cannot resolve make it include sources and tests.
  for (const name of [".next", "node_modules", "server.js"]) copy(`${standalone}/${name}`, name);
  copy(".next/static");
  copy("db/migrations");
  copy("docs");
  for (const file of [
    "CHANGELOG.md",
    "SECURITY.md",
    ".env.example",
    "deploy/Caddyfile",
    "deploy/evenhand.service",
  ])
    copy(file);
  for (const file of await scriptFiles()) copy(file);
  copy(".build/kernel.wasm");
  copy(".build/report.cjs");
  copy(".build/offline-worker.js");
  cpSync(process.execPath, place(ownNode(folder)));
  await bundlePrograms(folder);
  writePackage(folder);
  write(join(folder, "evenhand"), launcher(relative(folder, ownNode(folder))));
  chmodSync(join(folder, "evenhand"), 0o755);
  // Written last, because the stamps mean that nothing is left to install or build.
  writeStamp(join(folder, INSTALL_STAMP), fingerprint(folder, INSTALL_INPUTS));
  writeStamp(join(folder, STAMP), fingerprint(folder, SOURCES));
}

/** Lists the scripts of a start and the scripts that they load. */
async function scriptFiles() {
  const { metafile } = await bundle({
    absWorkingDir: root,
    entryPoints: ["scripts/start-release.mjs", "scripts/health.mjs"],
    bundle: true,
    write: false,
    outdir: "unused",
    format: "esm",
    metafile: true,
    platform: "node",
    packages: "external",
  });
  const preloaded = ["before-next", "follow-parent", "quick-packages"].map(
    (name) => `scripts/lib/${name}.mjs`,
  );
  return [...Object.keys(metafile.inputs), ...preloaded];
}

/** Bundles the worker thread and the programs; each program keeps its path of a checkout. */
async function bundlePrograms(folder) {
  const options = {
    absWorkingDir: root,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node24",
    external: externalPackages,
    logLevel: "warning",
    // Some packages are CommonJS and call require() for parts of Node.
    banner: {
      js: 'import { createRequire as evenhandRequire } from "node:module"; const require = evenhandRequire(import.meta.url);',
    },
  };
  await bundle({
    ...options,
    entryPoints: ["server/workers/worker.ts"],
    outfile: join(folder, ".build/worker.mjs"),
  });
  const names = [...PROGRAMS, ...INTERNAL_PROGRAMS];
  const entries = names.map((name) => [name, `server/cli/${name}.ts`]);
  await bundle({
    ...options,
    splitting: true,
    entryPoints: Object.fromEntries(entries),
    outdir: join(folder, BUNDLES),
    outExtension: { ".js": ".mjs" },
  });
  for (const name of names) write(join(folder, `server/cli/${name}.ts`), `import "./bundles/${name}.mjs";\n`);
  // The solver looks for its WebAssembly in the folder of its bundle.
  for (const part of [".build", BUNDLES])
    cpSync(join(root, "node_modules/highs/build/highs.wasm"), join(folder, part, "highs.wasm"));
}

function writePackage(folder) {
  const { name, version, description, type } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const scripts = Object.fromEntries(["start", ...PROGRAMS].map((one) => [one, `exec ./evenhand ${one}`]));
  const content = { name, version, private: true, description, type, scripts };
  write(join(folder, "package.json"), `${JSON.stringify(content, null, 2)}\n`);
}

/**
 * Returns the text of `./evenhand`, which runs a command with the release's Node in its folder, as npm does.
 *
 * @internal
 */
export function launcher(node) {
  return `#!/bin/sh
set -eu
INIT_CWD=\${INIT_CWD:-$PWD}
export INIT_CWD
cd -- "$(dirname -- "$(readlink -f -- "$0")")"
command=\${1:-}
[ $# -eq 0 ] || shift
case $command in
  start) exec "./${node}" scripts/start-release.mjs "$@" ;;
  health) exec "./${node}" scripts/health.mjs ;;
  ${PROGRAMS.join(" | ")}) exec "./${node}" "server/cli/$command.ts" "$@" ;;
esac
echo "usage: evenhand COMMAND [options]
  start    the server (evenhand start --help)
  health   ends with 0 if the server at PORT is alive
  ${PROGRAMS.join(", ")}" >&2
exit 2
`;
}

function write(file, content) {
  writeFileSync(place(file), content);
}

function place(file) {
  mkdirSync(dirname(file), { recursive: true });
  return file;
}
