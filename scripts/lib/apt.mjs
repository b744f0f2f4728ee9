import { accessSync } from "node:fs";
import { run } from "./processes.mjs";

const LIMIT_MS = 300_000;
const ENVIRONMENT = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
/** Stops Debian's package from creating a database that starts at every boot. Removed after the installation. */
const NO_CLUSTER = "/etc/postgresql-common/createcluster.d/evenhand-tests.conf";
const INSTALL = `
mkdir -p "$(dirname ${NO_CLUSTER})" && echo "create_main_cluster = false" > ${NO_CLUSTER}
apt-get -qq install -y --no-install-recommends "$@"
code=$?
rm -f ${NO_CLUSTER}
exit $code`;

/** The result of `apt-get update`, which runs once per run. */
let updated;

export function hasApt() {
  try {
    accessSync("/usr/bin/apt-get");
    return true;
  } catch {
    return false;
  }
}

/** Installs a Debian package. @returns why it failed, or undefined once it is installed */
export async function aptInstall(name) {
  if (!hasApt()) return "this system has no apt-get";
  const asRoot = await rootPrefix();
  if (!asRoot) return "you are not root, and sudo asks for a password or is not installed";
  const limits = { capture: true, env: ENVIRONMENT, limitMs: LIMIT_MS };
  updated ??= run("env", [...asRoot, "apt-get", "-qq", "update"], limits);
  await updated;
  const { code, output } = await run("env", [...asRoot, "sh", "-c", INSTALL, "sh", name], limits);
  if (code === 0) return undefined;
  const [lastLine] = output.trim().split("\n").slice(-1);
  return `apt-get could not install it: ${lastLine}`;
}

/** Returns the prefix that runs a command as root; undefined if that would need a password. */
async function rootPrefix() {
  if (process.getuid() === 0) return [];
  const { code } = await run("sudo", ["-n", "true"], { capture: true });
  return code === 0 ? ["sudo", "-n", "-E"] : undefined;
}
