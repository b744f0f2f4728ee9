import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { replaceFile } from "#server/platform/process/whole-file.ts";

const failureSchema = z.strictObject({ at: z.int(), problem: z.string() });
const pathIn = (folder: string) => join(folder, "last-failure.json");

/** Returns why the last backup failed; null if it succeeded. */
export function readFailure(folder: string): z.output<typeof failureSchema> | null {
  if (!existsSync(pathIn(folder))) return null;
  return failureSchema.parse(JSON.parse(readFileSync(pathIn(folder), "utf8")));
}

export function noteFailure(folder: string, failure: z.output<typeof failureSchema>): void {
  replaceFile(pathIn(folder), JSON.stringify(failure));
}

export function clearFailure(folder: string): void {
  rmSync(pathIn(folder), { force: true });
}

/** The longest a backup may take, in milliseconds. Backups take minutes; a process silent for longer has died. */
const longestMs = 6 * 3_600_000;

/**
 * Claims the right to make a backup among all servers that share a folder, with a file that only one process can
 * create.
 *
 * @returns whether this process got it
 */
export function takeTurn(folder: string, now: number): boolean {
  const path = join(folder, "running");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (existsSync(path) && now - statSync(path).mtimeMs > longestMs) rmSync(path, { force: true });
  try {
    writeFileSync(path, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

export function giveTurnBack(folder: string): void {
  rmSync(join(folder, "running"), { force: true });
}
