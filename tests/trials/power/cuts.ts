import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import type { RandomGenerator } from "pure-rand/types/RandomGenerator";
import { databaseFile, type Step, saidFile } from "./recording.ts";

/** A disk writes sectors completely or not at all, and in any order before a sync. */
const sector = 512;

/** How many unsynced writes are on the disk after a power cut. */
export type Kept = "none" | "some" | "all";

type File = { bytes: Buffer; pending: Step[] };

/** Simulates a disk: what a power cut leaves after some steps, and what the program had acknowledged by then. */
export class Machine {
  readonly #files: Map<string, File>;
  readonly promised: number[] = [];

  /** @param files what the disk had before the first step */
  constructor(files: Readonly<Record<string, Buffer>> = {}) {
    this.#files = new Map(Object.entries(files).map(([name, bytes]) => [name, { bytes, pending: [] }]));
  }

  take(step: Step): void {
    if (step.file === saidFile) {
      if ("bytes" in step) this.promised.push(Number(step.bytes.toString()));
      return;
    }
    const file = this.#fileOf(step.file);
    if (!("isSynced" in step)) {
      file.pending.push(step);
      return;
    }
    settle(file, () => true);
    // A file system's journal keeps removals in order: a sync includes those before it.
    for (const other of this.#files.values()) settle(other, (pending) => "isRemoved" in pending);
  }

  /** Writes the remaining files into a folder, which is emptied first. */
  leave(folder: string, kept: Kept, random: RandomGenerator): void {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    const isThere = () => kept === "all" || (kept === "some" && uniformInt(random, 0, 1) === 1);
    for (const [name, { bytes, pending }] of this.#files) {
      const left = pending.reduce((whole, step) => after(whole, step, isThere), bytes);
      writeFileSync(join(folder, name), left);
    }
  }

  #fileOf(name: string): File {
    const known = this.#files.get(name) ?? { bytes: Buffer.alloc(0), pending: [] };
    this.#files.set(name, known);
    return known;
  }
}

/** Moves some unsynced steps to the disk. */
function settle(file: File, isDone: (step: Step) => boolean): void {
  for (const step of file.pending.filter(isDone)) file.bytes = after(file.bytes, step, () => true);
  file.pending = file.pending.filter((step) => !isDone(step));
}

/** Returns a file after a step of which only some sectors were written, as `isThere` decides. */
function after(bytes: Buffer, step: Step, isThere: () => boolean): Buffer {
  if ("isRemoved" in step) return isThere() ? Buffer.alloc(0) : bytes;
  if ("length" in step) return isThere() ? resized(bytes, step.length) : bytes;
  if (!("bytes" in step)) return bytes;
  let whole = bytes;
  for (let from = 0; from < step.bytes.length; ) {
    const at = step.at + from;
    const length = Math.min(sector - (at % sector), step.bytes.length - from);
    if (isThere()) {
      whole = whole.length < at + length ? resized(whole, at + length) : Buffer.from(whole);
      step.bytes.copy(whole, at, from, from + length);
    }
    from += length;
  }
  return whole;
}

function resized(bytes: Buffer, length: number): Buffer {
  const other = Buffer.alloc(length);
  bytes.copy(other, 0, 0, length);
  return other;
}

/** Lists the acknowledged rows that are missing when the database is opened again; null if it cannot be read. */
export function missingIn(folder: string, promised: readonly number[]): number[] | null {
  const database = new Database(join(folder, databaseFile));
  try {
    if (database.pragma("quick_check", { simple: true }) !== "ok") return null;
    const isMade = database.prepare("select 1 from sqlite_schema where name = 'row'").get() !== undefined;
    const rows = isMade ? database.prepare("select number from row").pluck().all() : [];
    const there = new Set(rows as number[]);
    return promised.filter((number) => !there.has(number));
  } catch (error) {
    if (error instanceof Database.SqliteError) return null;
    throw error;
  } finally {
    database.close();
  }
}
