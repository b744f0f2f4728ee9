import { readFile } from "node:fs/promises";
import { resolve } from "node:path";

/** The page that says how the log is written, as it comes with the program. */
export function readLogFormat(): Promise<string> {
  return readFile(resolve(/* turbopackIgnore: true */ process.cwd(), "docs/log-format.md"), "utf8");
}
