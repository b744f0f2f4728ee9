import { resolve } from "node:path";
import { type Env, setting } from "#server/platform/process/settings.ts";

export type BackupSettings = {
  readonly folder: string;
  readonly hours: number;
  /** How many restorable backups are kept. */
  readonly keep: number;
};

/** Reads the settings of automatic backups. @returns null where EVENHAND_BACKUP_FOLDER is not set */
export function readBackupSettings(env: Env = process.env): BackupSettings | null {
  const folder = setting("EVENHAND_BACKUP_FOLDER", env);
  if (folder === "") return null;
  return {
    // The comment stops the bundler from including the whole project because of a path it cannot resolve.
    folder: resolve(/* turbopackIgnore: true */ folder),
    hours: setting("EVENHAND_BACKUP_HOURS", env),
    keep: setting("EVENHAND_BACKUP_KEEP", env),
  };
}
