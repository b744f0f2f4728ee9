import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const failureSchema = z.strictObject({ at: z.int(), problem: z.string() });
const pathIn = (folder: string) => join(folder, "last-failure.json");

/** Why the last backup was not made; null if it was. */
export function readFailure(folder: string): z.output<typeof failureSchema> | null {
  if (!existsSync(pathIn(folder))) return null;
  return failureSchema.parse(JSON.parse(readFileSync(pathIn(folder), "utf8")));
}

export function noteFailure(folder: string, failure: z.output<typeof failureSchema>): void {
  // Whole or not at all: the administration page reads it.
  const fresh = `${pathIn(folder)}.${process.pid}`;
  writeFileSync(fresh, JSON.stringify(failure));
  renameSync(fresh, pathIn(folder));
}

export function clearFailure(folder: string): void {
  rmSync(pathIn(folder), { force: true });
}

/** A backup takes minutes; whoever is silent for longer died over it. */
const longestMs = 6 * 3_600_000;

/** Takes the turn of all servers that share a folder, by a file that only one can make. @returns whether it is ours */
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
