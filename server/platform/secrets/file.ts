import { chmodSync, existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "#server/platform/process/start-error.ts";
import { createFile, replaceFile } from "#server/platform/process/whole-file.ts";

/**
 * Creates the file if it is missing. If two processes start at once, the first one's secrets are kept.
 *
 * @returns the file's path
 */
export function createSecretsFile(dataFolder: string, content: () => string): string {
  const path = secretsPath(dataFolder);
  if (existsSync(path)) return path;
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
    createFile(path, content());
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

export function replaceSecretsFile(dataFolder: string, content: string): void {
  replaceFile(secretsPath(dataFolder), content);
}

export function hasSecretsFile(dataFolder: string): boolean {
  return existsSync(secretsPath(dataFolder));
}

export function secretsPath(dataFolder: string): string {
  return join(dataFolder, "secrets.json");
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

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
}
