import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { z } from "zod";

const packageSchema = z.object({ version: z.string() });

/** Returns the version of this program from package.json. */
export async function readProgramVersion(): Promise<string> {
  const file = await readFile(resolve(/* turbopackIgnore: true */ process.cwd(), "package.json"), "utf8");
  return packageSchema.parse(JSON.parse(file)).version;
}
