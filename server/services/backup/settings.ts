import { resolve } from "node:path";
import { StartError } from "#server/services/process/start-error.ts";

/** Backups that the server makes by itself. */
export type BackupSettings = {
  readonly folder: string;
  readonly hours: number;
  /** How many are kept that can be put back. */
  readonly keep: number;
};

/** @returns null where EVENHAND_BACKUP_FOLDER is not set @throws StartError */
export function readBackupSettings(env: Readonly<Record<string, string | undefined>>): BackupSettings | null {
  const folder = env.EVENHAND_BACKUP_FOLDER;
  if (!folder) return null;
  return {
    // The comment keeps the bundler from taking the whole project along because of a path it cannot foresee.
    folder: resolve(/* turbopackIgnore: true */ folder),
    hours: wholeIn(env, "EVENHAND_BACKUP_HOURS", 24),
    keep: wholeIn(env, "EVENHAND_BACKUP_KEEP", 14),
  };
}

function wholeIn(env: Readonly<Record<string, string | undefined>>, name: string, usual: number): number {
  const value = Number(env[name] || usual);
  if (Number.isSafeInteger(value) && value >= 1 && value <= 10_000) return value;
  throw new StartError(`${name} is ${env[name]}: give a whole number from 1 to 10000.`);
}
