import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { promisify } from "node:util";
import { incident } from "#server/platform/process/incident.ts";
import { clearFailure, giveTurnBack, noteFailure, readFailure, takeTurn } from "./failure.ts";
import type { BackupSettings } from "./settings.ts";
import { isGood, listBackups } from "./standing.ts";

/** How often a server looks whether a backup is due. */
const lookEveryMs = 5 * 60_000;
/** After one that failed. */
const tryAgainMs = 3_600_000;

/** Makes a backup in a process of its own. @throws Error with what it said */
export type MakeBackup = (folder: string) => Promise<void>;

/** Looks now and from time to time whether a backup is due; of several servers one makes it. */
export function keepBackups(settings: BackupSettings | null): void {
  if (settings === null) return;
  const look = () =>
    void backUpIfDue(settings, Date.now(), inAnotherProcess).catch((error: unknown) =>
      incident(error, "make a backup"),
    );
  look();
  setInterval(look, lookEveryMs).unref();
}

/**
 * Makes the backup that is due, unless another server is at it, and gives up the oldest ones.
 *
 * @returns whether one was tried
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
  if (failure !== null && now - failure.at < tryAgainMs) return false;
  const good = listBackups(folder).find(isGood);
  return good === undefined || now - good.madeAt >= hours * 3_600_000;
}

/** Counts those that can be put back: what failed never pushes out what did not. */
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
 * The last line of what a program said that failed.
 * @internal
 */
export function lastWords(error: unknown): string {
  const said = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : "";
  return said.split("\n").at(-1) || "The program that makes backups ended without a word.";
}
