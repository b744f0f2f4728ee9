import { once } from "node:events";
import { run, start } from "./processes.mjs";
import { Refusal } from "./refusal.mjs";

const QUICK_PACKAGES = new URL("./quick-packages.mjs", import.meta.url).href;

/**
 * Migrates the database and creates the secrets.
 *
 * @returns the first administrator's token while there is no administrator
 */
export async function prepare(env, ...options) {
  const { code, output } = await run(process.execPath, cli("server/cli/prepare.ts", ...options), {
    stdio: ["ignore", "pipe", "inherit"],
    env,
  });
  requireSuccess(code);
  const { firstAdministratorToken } = JSON.parse(output.trim().split("\n").at(-1));
  return firstAdministratorToken;
}

/**
 * Creates the demonstration unless it exists. Reports each step, such as "round 3 of 12", as it begins.
 *
 * @returns the password and the accounts
 */
export async function seedDemo(env, report = () => undefined) {
  // Through messages, because the program's log goes to stdout.
  const stdio = ["ignore", "inherit", "inherit", "ipc"];
  const child = start(process.execPath, cli("server/cli/seed-demo.ts"), { stdio, env });
  let made;
  child.on("message", ({ step, ...rest }) => {
    if (step === undefined) made = rest;
    else report(step);
  });
  const [code] = await once(child, "close");
  requireSuccess(code);
  return made;
}

function cli(...args) {
  return ["--import", QUICK_PACKAGES, ...args];
}

/** Ends the script if a program failed; the program has printed the reason on stderr in one sentence. */
function requireSuccess(code) {
  if (code !== 0) throw new Refusal("");
}
