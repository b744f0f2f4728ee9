import { statfs } from "node:fs/promises";
import { readDatabaseSize } from "#db/queries/database.ts";
import { countJobs, type WorkCounts } from "#db/queries/jobs.ts";
import { countLeases } from "#db/queries/studies.ts";
import { type App, dataFolder } from "#server/platform/app/app.ts";

/** What is asked of the database and the disk when somebody looks. */
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

/** How many bytes are left for this program where its data are; null where the system does not say. */
export async function readDiskFree(folder = dataFolder()): Promise<number | null> {
  const disk = await statfs(folder).catch(() => null);
  return disk === null ? null : disk.bavail * disk.bsize;
}
