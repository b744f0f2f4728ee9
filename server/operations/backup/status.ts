import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readFailure } from "./failure.ts";
import { type BackupCheck, glanceAtManifest, readCheck } from "./manifest.ts";
import type { BackupSettings } from "./settings.ts";

export type KnownBackup = {
  readonly path: string;
  readonly madeAt: number;
  readonly check: BackupCheck | null;
};

/** Lists the complete backups in a folder, newest first. */
export function listBackups(folder: string): KnownBackup[] {
  if (!existsSync(folder)) return [];
  const found = readdirSync(folder)
    .filter((name) => name.startsWith("evenhand-"))
    .flatMap((name) => {
      const path = join(folder, name);
      const manifest = glanceAtManifest(path);
      return manifest === null ? [] : [{ path, madeAt: manifest.madeAt, check: readCheck(path) ?? null }];
    });
  return found.sort((a, b) => b.madeAt - a.madeAt);
}

/**
 * Returns whether a backup passed its check, which restored it elsewhere or, where that was not possible, listed it.
 */
export function isGood({ check }: KnownBackup): boolean {
  return check !== null && check.problem === null;
}

/** Returns the status of the automatic backups for administrators; null if the server makes none. */
export function readBackupStatus(settings: BackupSettings | null, now: number) {
  if (settings === null) return null;
  const { folder, hours, keep } = settings;
  const backups = listBackups(folder);
  const [last] = backups;
  const good = backups.find(isGood);
  return {
    hours,
    keep,
    keptCount: backups.length,
    last:
      last === undefined
        ? null
        : {
            madeAt: last.madeAt,
            isReplayed: last.check?.isReplayed ?? false,
            problem: last.check?.problem ?? null,
          },
    lastGoodAt: good?.madeAt ?? null,
    /** Whether twice the interval has passed without a restorable backup. */
    isLate: now - (good?.madeAt ?? 0) > 2 * hours * 3_600_000,
    /** Why the last attempt failed. */
    failure: readFailure(folder),
  };
}
