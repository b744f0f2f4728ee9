import { accessSync } from "node:fs";
import { run } from "./processes.mjs";

const LIMIT_MS = 300_000;
const ENVIRONMENT = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };

/** Installs Debian packages where this user may; says whether it did. */
export async function aptInstall(packages) {
  const asRoot = await rootPrefix();
  if (!asRoot) return false;
  const limits = { capture: true, env: ENVIRONMENT, limitMs: LIMIT_MS };
  const apt = (...args) => run("env", [...asRoot, "apt-get", "-qq", ...args], limits);
  await apt("update");
  const { code, output } = await apt("install", "-y", "--no-install-recommends", ...packages);
  if (code !== 0) process.stderr.write(`\n${output}`);
  return code === 0;
}

/** What to put before a command to run it as root; undefined when that is impossible without a question. */
async function rootPrefix() {
  try {
    accessSync("/usr/bin/apt-get");
  } catch {
    return undefined;
  }
  if (process.getuid() === 0) return [];
  const { code } = await run("sudo", ["-n", "true"], { capture: true });
  return code === 0 ? ["sudo", "-n", "-E"] : undefined;
}
