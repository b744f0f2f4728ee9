import { statfs } from "node:fs/promises";
import { readDatabaseSize } from "#db/queries/database.ts";
import { countJobs, type WorkCounts } from "#db/queries/jobs.ts";
import { countLeases } from "#db/queries/studies.ts";
import { type App, dataFolder } from "#server/platform/app/app.ts";

/** Values read from the database and the disk on each request. */
export type Gauges = {
  readonly jobs: WorkCounts;
  readonly leases: number;
  readonly databaseBytes: number;
};

export function readGauges({ store, timekeeper }: Pick<App, "store" | "timekeeper">): Promise<Gauges> {
  return store.read(async (db) => ({
    jobs: await countJobs(db),
    leases: await countLeases(db, Math.round(timekeeper.steady())),
    databaseBytes: await readDatabaseSize(db, store.engine),
  }));
}

/** Returns the free bytes on the disk of the data folder; null if the system does not report them. */
export async function readDiskFree(folder = dataFolder()): Promise<number | null> {
  const disk = await statfs(folder).catch(() => null);
  return disk === null ? null : disk.bavail * disk.bsize;
}
