import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { copyDatabase, type StoreLocation } from "#db/copy.ts";
import { readProgramVersion } from "#server/platform/process/program-version.ts";
import { hasSecretsFile, readSecretsFile, secretsPath } from "#server/platform/secrets/file.ts";
import { type Manifest, writeManifest } from "./manifest.ts";

export type BackupOrder = {
  readonly location: StoreLocation;
  /** The folder in which each backup gets its own folder. */
  readonly into: string;
  readonly withSecrets: boolean;
  readonly now: number;
};

/**
 * Copies the database, which may be in use, and the secrets into a new folder. The manifest is written last: a folder
 * without it is not a backup. The high-water marks are left out on purpose: with them, an old backup could not be
 * recognised as old.
 */
export async function makeBackup({
  location,
  into,
  withSecrets,
  now,
}: BackupOrder): Promise<{ path: string; manifest: Manifest }> {
  const path = join(into, nameOf(now));
  mkdirSync(path, { recursive: true, mode: 0o700 });
  try {
    const database = await copyDatabase(location, path);
    const files: string[] = [database];
    if (withSecrets && hasSecretsFile(location.dataFolder)) {
      const source = secretsPath(location.dataFolder);
      // Reading it corrects its permissions; the copy keeps them.
      readSecretsFile(source);
      copyFileSync(source, join(path, "secrets.json"));
      files.push("secrets.json");
    }
    const version = await readProgramVersion();
    return { path, manifest: await writeManifest(path, { version, madeAt: now, database, files }) };
  } catch (error) {
    rmSync(path, { recursive: true, force: true });
    throw error;
  }
}

/** Returns a backup's name, which sorts by time. */
function nameOf(now: number): string {
  return `evenhand-${new Date(now).toISOString().replaceAll(":", "-").replace(".", "-")}`;
}
