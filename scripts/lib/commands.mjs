import { programs, runProgram } from "./programs.mjs";

/**
 * Every command that package.json names, and the function that runs it.
 *
 * @internal for `npm test`
 */
export const commands = {
  start: async (args) => (await import("./start.mjs")).startEvenhand(args),
  build: async () => (await import("./start.mjs")).prepareEvenhand(),
  dev: async (args) => (await import("./start.mjs")).developEvenhand(args),
  release: async () => (await import("./release.mjs")).releaseEvenhand(),
  test: async (args) => (await import("./test.mjs")).testEvenhand(args),
  trial: async (args) => (await import("./trial.mjs")).runTrial(args),
  ...Object.fromEntries(Object.keys(programs).map((name) => [name, (args) => runProgram(name, args)])),
};

/** Runs one of Evenhand's commands, as package.json's scripts name them. */
export async function runCommand([name, ...args]) {
  if (Object.hasOwn(commands, name ?? "")) return commands[name](args);
  process.stderr.write(
    `Evenhand has no command "${name ?? ""}". Its commands: ${Object.keys(commands).join(", ")}.\n`,
  );
  process.exitCode = 2;
}
