import {
  type ChildProcessWithoutNullStreams,
  type SpawnOptionsWithoutStdio,
  spawn,
} from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";

/** Starts one of the programs in this folder under the Node that runs the tests. */
export function startChild(program: string, args: readonly string[], options: SpawnOptionsWithoutStdio = {}) {
  const file = join(import.meta.dirname, program);
  return spawn(
    process.execPath,
    ["--import", resolve("scripts/lib/quick-packages.mjs"), file, ...args],
    options,
  );
}

/** Returns the lines that a program printed, once it has exited with 0. */
export async function linesOf(child: ChildProcessWithoutNullStreams): Promise<string[]> {
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`the child ended with ${code}: ${err}`);
  return out.split("\n").filter((line) => line !== "");
}
