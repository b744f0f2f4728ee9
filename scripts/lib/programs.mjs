import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { installPackages } from "./bootstrap.mjs";
import { buildWorker, isBuilt } from "./build.mjs";
import { end, main } from "./lifecycle.mjs";
import { ownNode } from "./own-node.mjs";
import { start } from "./processes.mjs";
import { Refusal } from "./refusal.mjs";
import { root } from "./root.mjs";

// For one Ctrl+C the terminal sends a signal and npm forwards another.
const SAME_SIGNAL_MS = 500;
// How long a program may take to end after npm was killed.
const SHUTDOWN_TIMEOUT_MS = 10_000;

/** Programs other than the server and the tests. Some need the worker's bundle or options of Node. */
export const programs = {
  backup: { file: "server/cli/backup.ts" },
  restore: { file: "server/cli/restore.ts", needsWorker: true },
  "reset-factor": { file: "server/cli/reset-factor.ts", needsWorker: true },
  "change-cookie-key": { file: "server/cli/change-cookie-key.ts", needsWorker: true },
  "checkpoint-key": { file: "server/cli/checkpoint-key.ts" },
  verify: { file: "server/cli/verify.ts" },
  "build:verifier": { file: "scripts/build-verifier.mjs" },
  replay: { file: "tests/replay/run.ts" },
  tables: { file: "server/cli/tables.ts" },
  chances: { file: "server/cli/chances.ts" },
  simulate: { file: "server/cli/simulate.ts", needsWorker: true },
  witness: { file: "server/cli/witness.ts" },
  screens: { file: "tests/screens.ts" },
  mutants: { file: "tests/mutants/run.ts" },
  bench: { folder: "bench", needsWorker: true, nodeOptions: ["--expose-gc"] },
};

/**
 * Runs a program under Node 24, also in a fresh clone; arguments, input, output, signals and exit code are passed
 * through.
 */
export function runProgram(name, args) {
  let child;
  const lastAt = {};
  const onSignal = (signal) => {
    if (!child) return end(128 + constants.signals[signal]);
    const now = performance.now();
    if (now - (lastAt[signal] ?? Number.NEGATIVE_INFINITY) > SAME_SIGNAL_MS) child.kill(signal);
    lastAt[signal] = now;
  };
  return main(
    async () => {
      const { nodeOptions = [], needsWorker, ...program } = programs[name];
      const [file, ...rest] = program.file ? [program.file, ...args] : chosenFile(program.folder, args);
      await installPackages();
      if (needsWorker && !isBuilt()) await buildWorker();
      child = start(ownNode(root), [...nodeOptions, join(root, file), ...rest], {
        // Paths among the arguments are relative to the caller's folder.
        cwd: process.cwd(),
        // What Node compiled is kept with the build, so that the next start does not compile it again.
        env: { NODE_COMPILE_CACHE: join(root, ".build/compiled"), ...process.env },
        stdio: "inherit",
        shutdownTimeoutMs: SHUTDOWN_TIMEOUT_MS,
      });
      const [code, signal] = await once(child, "close");
      return code ?? 128 + constants.signals[signal];
    },
    { onSignal },
  );
}

/** Runs the file of a folder that the first argument names without its extension; --quick is the file quick. */
function chosenFile(folder, [chosen, ...args]) {
  const file = `${folder}/${chosen === "--quick" ? "quick" : chosen}.ts`;
  if (chosen && existsSync(join(root, file))) return [file, ...args];
  const names = readdirSync(join(root, folder)).filter((entry) => entry.endsWith(".ts"));
  throw new Refusal(
    `usage: npm run ${folder} -- NAME [arguments], where NAME is one of\n  ${names.map((entry) => entry.slice(0, -3)).join("\n  ")}`,
  );
}
