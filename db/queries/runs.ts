import { and, asc, count, desc, eq, inArray } from "drizzle-orm";
import type { Reader, Tx } from "#db/store/store.ts";

export type RunRow = Omit<Tx["t"]["run"]["$inferSelect"], "studyId">;

export async function insertRun(tx: Tx, row: Tx["t"]["run"]["$inferInsert"]): Promise<void> {
  await tx.q.insert(tx.t.run).values(row);
}

/** What a list shows of a study's runs, the newest first: who made each, and how its work stands, if it has any. */
export async function listRuns(db: Reader, studyId: string) {
  const { run, job, account } = db.t;
  return db.q
    .select({
      id: run.id,
      kind: run.kind,
      name: run.name,
      about: run.about,
      figures: run.figures,
      madeBy: account.displayName,
      createdAt: run.createdAt,
      state: job.state,
      done: job.done,
      total: job.total,
      error: job.error,
      leaseUntil: job.leaseUntil,
    })
    .from(run)
    .innerJoin(account, eq(account.id, run.createdBy))
    .leftJoin(job, and(eq(job.studyId, run.studyId), eq(job.id, run.id)))
    .where(eq(run.studyId, studyId))
    .orderBy(desc(run.createdAt), desc(run.id));
}

export async function findRun(db: Reader, studyId: string, id: string): Promise<RunRow | undefined> {
  const { run } = db.t;
  const rows = await db.q
    .select({
      id: run.id,
      kind: run.kind,
      name: run.name,
      about: run.about,
      plan: run.plan,
      figures: run.figures,
      result: run.result,
      createdBy: run.createdBy,
      createdAt: run.createdAt,
    })
    .from(run)
    .where(and(eq(run.studyId, studyId), eq(run.id, id)));
  return rows[0];
}

/** The runs with these ids that came to something, by id. */
export async function listRunResults(db: Reader, studyId: string, ids: readonly string[]) {
  const { run } = db.t;
  return db.q
    .select({ id: run.id, kind: run.kind, name: run.name, result: run.result })
    .from(run)
    .where(and(eq(run.studyId, studyId), inArray(run.id, [...ids])))
    .orderBy(asc(run.id));
}

export async function countRuns(db: Reader, studyId: string): Promise<number> {
  const { run } = db.t;
  const rows = await db.q.select({ count: count() }).from(run).where(eq(run.studyId, studyId));
  return rows[0]?.count ?? 0;
}

/** Changes a run. @returns whether there is one */
export async function updateRun(
  tx: Tx,
  { studyId, id }: { studyId: string; id: string },
  patch: Partial<Pick<RunRow, "name" | "figures" | "result">>,
): Promise<boolean> {
  const { run } = tx.t;
  const rows = await tx.q
    .update(run)
    .set(patch)
    .where(and(eq(run.studyId, studyId), eq(run.id, id)))
    .returning({ id: run.id });
  return rows.length === 1;
}

/** Removes a run with its work. @returns whether there was one */
export async function deleteRun(tx: Tx, { studyId, id }: { studyId: string; id: string }): Promise<boolean> {
  const { run, job } = tx.t;
  const rows = await tx.q
    .delete(run)
    .where(and(eq(run.studyId, studyId), eq(run.id, id)))
    .returning({ id: run.id });
  await tx.q.delete(job).where(and(eq(job.studyId, studyId), eq(job.id, id)));
  return rows.length === 1;
}
