import { randomUUID } from "node:crypto";
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { StartError } from "#server/platform/process/start-error.ts";

/**
 * Creates the file if it is missing: it writes a whole file under another name, then makes a hard link, which fails if
 * the name is taken. So no process reads half a file, and if two processes start at once, the first one's secrets are
 * kept.
 *
 * @returns the file's path
 */
export function createSecretsFile(dataFolder: string, content: () => string): string {
  const path = secretsPath(dataFolder);
  if (existsSync(path)) return path;
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
    createWhole(dataFolder, path, content());
  } catch (cause) {
    throw new StartError(
      `${dataFolder} cannot be written to (${codeOf(cause)}): let this user write there.`,
      {
        cause,
      },
    );
  }
  return path;
}

/** Replaces the file with a new one in one step, so that no process reads half a file. */
export function replaceSecretsFile(dataFolder: string, content: string): void {
  const fresh = join(dataFolder, `.secrets-${randomUUID()}`);
  try {
    writeDurably(fresh, content);
    renameSync(fresh, secretsPath(dataFolder));
    syncFolder(dataFolder);
  } finally {
    rmSync(fresh, { force: true });
  }
}

export function hasSecretsFile(dataFolder: string): boolean {
  return existsSync(secretsPath(dataFolder));
}

export function secretsPath(dataFolder: string): string {
  return join(dataFolder, "secrets.json");
}

function createWhole(folder: string, path: string, content: string): void {
  const fresh = join(folder, `.secrets-${randomUUID()}`);
  try {
    writeDurably(fresh, content);
    linkUnlessTaken(fresh, path);
    syncFolder(folder);
  } finally {
    rmSync(fresh, { force: true });
  }
}

/** Reads the file, and restricts its permissions to its owner if they were wider. */
export function readSecretsFile(path: string): string {
  try {
    if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw new StartError(`${path} cannot be read (${codeOf(cause)}): make this user its owner.`, { cause });
  }
}

function writeDurably(path: string, content: string): void {
  const file = openSync(path, "wx", 0o600);
  try {
    writeSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function linkUnlessTaken(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
}
