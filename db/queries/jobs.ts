import { and, asc, count, desc, eq, gte, inArray } from "drizzle-orm";
import type { Reader, Tx } from "#db/store/store.ts";

export type JobRow = {
  id: string;
  state: "waiting" | "running" | "done" | "failed" | "cancelled";
  params: string | null;
  done: number;
  total: number;
  result: string | null;
  error: string | null;
  leaseUntil: number | null;
  fence: number;
};

type NewJob = Omit<Tx["t"]["job"]["$inferInsert"], "done" | "total">;

export async function insertJob(tx: Tx, row: NewJob): Promise<void> {
  await tx.q.insert(tx.t.job).values({ ...row, done: 0, total: 0 });
}

/** Finds the newest job of a kind. */
export async function findLastJob(
  db: Reader,
  studyId: string,
  kind: string,
): Promise<Omit<JobRow, "params"> | undefined> {
  const { job } = db.t;
  const rows = await db.q
    .select({
      id: job.id,
      state: job.state,
      done: job.done,
      total: job.total,
      result: job.result,
      error: job.error,
      leaseUntil: job.leaseUntil,
      fence: job.fence,
    })
    .from(job)
    .where(and(eq(job.studyId, studyId), eq(job.kind, kind)))
    .orderBy(desc(job.createdAt), desc(job.id))
    .limit(1);
  return rows[0];
}

/** Finds the result of the newest job of a kind that succeeded. */
export async function findLastResult(db: Reader, studyId: string, kind: string): Promise<string | undefined> {
  const { job } = db.t;
  const rows = await db.q
    .select({ result: job.result })
    .from(job)
    .where(and(eq(job.studyId, studyId), eq(job.kind, kind), eq(job.state, "done")))
    .orderBy(desc(job.createdAt), desc(job.id))
    .limit(1);
  return rows[0]?.result ?? undefined;
}

export type JobPatch = Partial<Omit<JobRow, "id" | "params" | "fence">> & { updatedAt: number };

/** @returns whether the job still runs under this fencing token; if not, nothing was changed */
export async function updateRunningJob(
  tx: Tx,
  { studyId, id, fence }: { studyId: string; id: string; fence: number },
  patch: JobPatch,
): Promise<boolean> {
  const { job } = tx.t;
  const rows = await tx.q
    .update(job)
    .set(patch)
    .where(and(eq(job.studyId, studyId), eq(job.id, id), eq(job.fence, fence), eq(job.state, "running")))
    .returning({ id: job.id });
  return rows.length === 1;
}

/** Lists the jobs of a kind that were created since a moment, oldest first. */
export async function listJobsSince(db: Reader, studyId: string, kind: string, since: number) {
  const { job } = db.t;
  return db.q
    .select({
      id: job.id,
      state: job.state,
      params: job.params,
      result: job.result,
      error: job.error,
      leaseUntil: job.leaseUntil,
      createdAt: job.createdAt,
      updatedAt: job.updatedAt,
    })
    .from(job)
    .where(and(eq(job.studyId, studyId), eq(job.kind, kind), gte(job.createdAt, since)))
    .orderBy(asc(job.createdAt), asc(job.id));
}

/** Lists the waiting jobs of a kind, in all studies. */
export async function listWaitingJobs(db: Reader, kind: string) {
  const { job } = db.t;
  return db.q
    .select({ studyId: job.studyId, id: job.id, createdAt: job.createdAt })
    .from(job)
    .where(and(eq(job.state, "waiting"), eq(job.kind, kind)));
}

export type WorkCounts = { readonly waiting: number; readonly running: number };

/** Counts waiting and running jobs, in all studies. */
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

/** Lists running jobs of these kinds, in all studies, with live and expired leases alike. */
export async function listRunningJobs(db: Reader, kinds: readonly string[]) {
  const { job } = db.t;
  return db.q
    .select({
      studyId: job.studyId,
      id: job.id,
      kind: job.kind,
      fence: job.fence,
      leaseUntil: job.leaseUntil,
    })
    .from(job)
    .where(and(eq(job.state, "running"), inArray(job.kind, [...kinds])))
    .orderBy(asc(job.studyId), asc(job.id));
}

/**
 * Passes a running job to another worker, if its fence and lease are unchanged.
 * @returns the account that created the job; undefined if fence or lease have changed
 */
export async function takeRunningJob(
  tx: Tx,
  { studyId, id, fence, leaseUntil }: { studyId: string; id: string; fence: number; leaseUntil: number },
  patch: { fence: number; leaseUntil: number; updatedAt: number },
): Promise<{ createdBy: string | null } | undefined> {
  const { job } = tx.t;
  const isSame = and(eq(job.fence, fence), eq(job.leaseUntil, leaseUntil), eq(job.state, "running"));
  const rows = await tx.q
    .update(job)
    .set(patch)
    .where(and(eq(job.studyId, studyId), eq(job.id, id), isSame))
    .returning({ createdBy: job.createdBy });
  return rows[0];
}

/**
 * Begins a waiting job, or cancels it.
 * @returns the job, or undefined if it was begun or cancelled before
 */
export async function takeWaitingJob(
  tx: Tx,
  { studyId, id, kind }: { studyId: string; id: string; kind: string },
  patch: JobPatch & { state: "running" | "cancelled" },
) {
  const { job } = tx.t;
  const rows = await tx.q
    .update(job)
    .set(patch)
    .where(and(eq(job.studyId, studyId), eq(job.id, id), eq(job.kind, kind), eq(job.state, "waiting")))
    .returning({
      params: job.params,
      createdBy: job.createdBy,
      createdAt: job.createdAt,
      fence: job.fence,
    });
  return rows[0];
}
