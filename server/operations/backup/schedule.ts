import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { promisify } from "node:util";
import { incident } from "#server/platform/process/incident.ts";
import { clearFailure, giveTurnBack, noteFailure, readFailure, takeTurn } from "./failure.ts";
import type { BackupSettings } from "./settings.ts";
import { isGood, listBackups } from "./status.ts";

/** How often a server checks whether a backup is due, in milliseconds. */
const checkIntervalMs = 5 * 60_000;
/** How long it waits after a failed backup, in milliseconds. */
const retryMs = 3_600_000;

/** Makes a backup in a separate process. @throws Error with that process's message */
export type MakeBackup = (folder: string) => Promise<void>;

/**
 * Starts checking regularly whether a backup is due. If several servers share a database, one of them makes it.
 *
 * @param onFailure called after each backup that failed
 */
export function keepBackups(settings: BackupSettings | null, onFailure: () => Promise<void>): void {
  if (settings === null) return;
  const make: MakeBackup = (folder) =>
    inAnotherProcess(folder).catch(async (failure: unknown) => {
      await onFailure().catch((error: unknown) => incident(error, "notify of a failed backup"));
      throw failure;
    });
  const look = () =>
    void backUpIfDue(settings, Date.now(), make).catch((error: unknown) => incident(error, "make a backup"));
  look();
  setInterval(look, checkIntervalMs).unref();
}

/**
 * Makes the backup that is due, unless another server is making it, and deletes the oldest ones.
 *
 * @returns whether a backup was attempted
 * @internal
 */
export async function backUpIfDue(settings: BackupSettings, now: number, make: MakeBackup): Promise<boolean> {
  const { folder } = settings;
  if (!isDue(settings, now) || !takeTurn(folder, now)) return false;
  try {
    await make(folder);
    clearFailure(folder);
    prune(settings);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    noteFailure(folder, { at: now, problem: error.message });
  } finally {
    giveTurnBack(folder);
  }
  return true;
}

function isDue({ folder, hours }: BackupSettings, now: number): boolean {
  const failure = readFailure(folder);
  if (failure !== null && now - failure.at < retryMs) return false;
  const good = listBackups(folder).find(isGood);
  return good === undefined || now - good.madeAt >= hours * 3_600_000;
}

/** Deletes old backups. Only restorable ones count, so a failed backup never displaces a good one. */
function prune({ folder, keep }: BackupSettings): void {
  const backups = listBackups(folder);
  const oldest = backups.filter(isGood)[keep - 1];
  if (oldest === undefined) return;
  for (const { path, madeAt } of backups) {
    if (madeAt < oldest.madeAt) rmSync(path, { recursive: true, force: true });
  }
}

async function inAnotherProcess(folder: string): Promise<void> {
  const program = ["server", "cli", "backup.ts"].join("/");
  await promisify(execFile)(process.execPath, [program, folder]).catch((error: unknown) => {
    throw new Error(lastWords(error), { cause: error });
  });
}

/**
 * Returns the last line of a failed program's output.
 *
 * @internal
 */
export function lastWords(error: unknown): string {
  const said = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : "";
  return said.split("\n").at(-1) || "The program that makes backups ended without a word.";
}
