import { run } from "./processes.mjs";
import { Refusal } from "./refusal.mjs";

const QUICK_PACKAGES = new URL("./quick-packages.mjs", import.meta.url).href;

/**
 * Migrates the database and makes the secrets; returns the token for the first administrator while there is none.
 * `demo` says what is to become of the demonstration's accounts: "--demo" or "--shut-demo", nothing where there must be none.
 */
export async function prepare(env, ...demo) {
  const output = await runCli(["server/cli/prepare.ts", ...demo], env);
  const { firstAdministratorToken } = JSON.parse(output.trim().split("\n").at(-1));
  return firstAdministratorToken;
}

/** Fills the database with the demonstration unless it is there; returns what to tell about its accounts. */
export function seedDemo(env) {
  return runCli(["server/cli/seed-demo.ts"], env);
}

async function runCli(args, env) {
  const { code, output } = await run(process.execPath, ["--import", QUICK_PACKAGES, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    env,
  });
  if (code === 0) return output;
  // The program has said on stderr, in its one sentence, what is wrong.
  throw new Refusal("");
}
