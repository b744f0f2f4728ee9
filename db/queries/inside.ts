import { count, gt, inArray, sql } from "drizzle-orm";
import type { EngineName, Reader } from "#db/store/store.ts";

export type WorkCounts = { readonly waiting: number; readonly running: number };

/** Jobs that wait to be begun and that are at work, in all studies. */
export async function countJobs(db: Reader): Promise<WorkCounts> {
  const { job } = db.t;
  const rows = await db.q
    .select({ state: job.state, jobs: count() })
    .from(job)
    .where(inArray(job.state, ["waiting", "running"]))
    .groupBy(job.state)
    .orderBy(job.state);
  const of = (state: string) => rows.find((row) => row.state === state)?.jobs ?? 0;
  return { waiting: of("waiting"), running: of("running") };
}

/** Studies whose learner somebody updates just now. */
export async function countLeases(db: Reader, now: number): Promise<number> {
  const { study } = db.t;
  return db.q.$count(study, gt(study.leaseUntil, now));
}

/** How many bytes the database takes, as it says itself. */
export async function readDatabaseSize(db: Reader, engine: EngineName): Promise<number> {
  const bytes =
    engine === "sqlite"
      ? sql<number>`(select page_count * page_size from pragma_page_count(), pragma_page_size())`
      : sql<number>`pg_database_size(current_database())`;
  const rows = await db.q.select({ bytes: bytes.mapWith(Number) }).from(sql`(select 1) as one`);
  return rows[0]?.bytes ?? 0;
}
