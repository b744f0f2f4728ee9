import { once } from "node:events";
import { run, start } from "./processes.mjs";
import { Refusal } from "./refusal.mjs";

const QUICK_PACKAGES = new URL("./quick-packages.mjs", import.meta.url).href;

/** Migrates the database and makes the secrets; returns the token for the first administrator while there is none. */
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
 * Fills the database with the demonstration unless it is there; returns the password and the accounts. Reports each step,
 * such as "round 3 of 12", as it begins.
 */
export async function seedDemo(env, report = () => undefined) {
  // By messages, since the program's log goes to stdout.
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

/** The program has said on stderr, in one sentence, what is wrong. */
function requireSuccess(code) {
  if (code !== 0) throw new Refusal("");
}
