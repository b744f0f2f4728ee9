import { statfs } from "node:fs/promises";
import { readDatabaseSize } from "#db/queries/database.ts";
import { countLeases } from "#db/queries/studies.ts";
import { type App, dataFolder } from "#server/platform/app/app.ts";
import { type JobCounts, type JobKind, jobKinds } from "#server/platform/app/job-queue.ts";

/** Values read from the database, the queue and the disk on each request. */
export type Gauges = {
  /** The jobs of all servers on this database. */
  readonly jobs: readonly ({ readonly kind: JobKind } & JobCounts)[];
  readonly leases: number;
  readonly databaseBytes: number;
};

export async function readGauges(app: App): Promise<Gauges> {
  const { store, timekeeper, work } = app;
  const counts = await work.queue.count(app);
  const none = { scheduled: 0, waiting: 0, running: 0 };
  return store.read(async (db) => ({
    jobs: jobKinds.map((kind) => ({ kind, ...(counts[kind] ?? none) })),
    leases: await countLeases(db, Math.round(timekeeper.steady())),
    databaseBytes: await readDatabaseSize(db, store.engine),
  }));
}

/** Returns the free bytes on the disk of the data folder; null if the system does not report them. */
export async function readDiskFree(): Promise<number | null> {
  const disk = await statfs(dataFolder()).catch(() => null);
  return disk === null ? null : disk.bavail * disk.bsize;
}
