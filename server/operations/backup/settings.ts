import { resolve } from "node:path";
import { type Env, setting } from "#server/platform/process/settings.ts";

/** Backups that the server makes by itself. */
export type BackupSettings = {
  readonly folder: string;
  readonly hours: number;
  /** How many are kept that can be put back. */
  readonly keep: number;
};

/** @returns null where EVENHAND_BACKUP_FOLDER is not set */
export function readBackupSettings(env: Env = process.env): BackupSettings | null {
  const folder = setting("EVENHAND_BACKUP_FOLDER", env);
  if (folder === "") return null;
  return {
    // The comment keeps the bundler from taking the whole project along because of a path it cannot foresee.
    folder: resolve(/* turbopackIgnore: true */ folder),
    hours: setting("EVENHAND_BACKUP_HOURS", env),
    keep: setting("EVENHAND_BACKUP_KEEP", env),
  };
}
