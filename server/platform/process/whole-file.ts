import { randomUUID } from "node:crypto";
import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Replaces a file, or creates it. No process reads half of it, and it survives a power cut. */
export function replaceFile(path: string, text: string): void {
  writeWhole(path, text, renameSync);
}

/** Creates a file as {@link replaceFile} does; a file that is there stays. */
export function createFile(path: string, text: string): void {
  writeWhole(path, text, linkUnlessTaken);
}

function writeWhole(path: string, text: string, place: (from: string, to: string) => void): void {
  const fresh = `${path}.${randomUUID()}`;
  try {
    writeFileSync(fresh, text, { flag: "wx", mode: 0o600, flush: true });
    place(fresh, path);
    syncFolder(dirname(path));
  } finally {
    rmSync(fresh, { force: true });
  }
}

function linkUnlessTaken(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}

function syncFolder(path: string): void {
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
