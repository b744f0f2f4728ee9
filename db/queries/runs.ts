import { desc, eq, gte, lt } from "drizzle-orm";
import { matches } from "#db/store/matches.ts";
import { pick } from "#db/store/pick.ts";
import { changesRow, countRows, findRow, inserting, listRows } from "#db/store/rows.ts";
import type { Reader, Tx } from "#db/store/store.ts";

export type RunRow = Omit<Tx["t"]["run"]["$inferSelect"], "studyId" | "removedAt">;

export const insertRun = inserting("run");

/** Lists a study's kept runs for display, newest first: who made each, and its job's state, if it has a job. */
export async function listRuns(db: Reader, studyId: string) {
  const { run, job, account } = db.t;
  return db.q
    .select({
      ...pick(run, "id", "name", "about", "figures", "createdAt"),
      madeBy: account.displayName,
      ...pick(job, "state", "done", "total", "error", "leaseUntil"),
    })
    .from(run)
    .innerJoin(account, eq(account.id, run.createdBy))
    .leftJoin(job, matches(job, { studyId: run.studyId, id: run.id }))
    .where(matches(run, { studyId, removedAt: null }))
    .orderBy(desc(run.createdAt), desc(run.id));
}

export async function findRun(db: Reader, studyId: string, id: string): Promise<RunRow | undefined> {
  return findRow(db, "run", { studyId, id, removedAt: null }, [
    "id",
    "name",
    "about",
    "plan",
    "figures",
    "result",
    "createdBy",
    "createdAt",
  ]);
}

/** Lists the finished runs with these ids, by id. */
export async function listRunResults(db: Reader, studyId: string, ids: readonly string[]) {
  return listRows(db, "run", { studyId, id: ids, removedAt: null }, ["id", "name", "result"], ["id"]);
}

export async function countRuns(db: Reader, studyId: string): Promise<number> {
  return countRows(db, "run", { studyId, removedAt: null });
}

/**
 * Changes a kept run.
 * @returns whether there is one
 */
export async function updateRun(
  tx: Tx,
  { studyId, id }: { studyId: string; id: string },
  patch: Partial<Pick<RunRow, "name" | "figures" | "result"> & { removedAt: number }>,
): Promise<boolean> {
  return changesRow(tx, "run", { studyId, id, removedAt: null }, patch);
}

/** Lists a study's runs that were removed at this moment or later, last removed first. */
export async function listRemovedRuns(db: Reader, studyId: string, since: number) {
  return listRows(
    db,
    "run",
    { studyId, removedAt: (column) => gte(column, since) },
    ["id", "name"],
    ["-removedAt", "-id"],
  );
}

/**
 * Restores a run that was removed at this moment or later.
 * @returns whether there was one
 */
export async function restoreRun(
  tx: Tx,
  { studyId, id }: { studyId: string; id: string },
  since: number,
): Promise<boolean> {
  return changesRow(
    tx,
    "run",
    { studyId, id, removedAt: (column) => gte(column, since) },
    { removedAt: null },
  );
}

/** Deletes a study's runs that were removed before this moment, with their jobs. */
export async function deleteRemovedRuns(tx: Tx, studyId: string, before: number): Promise<void> {
  const { run, job } = tx.t;
  const rows = await tx.q
    .delete(run)
    .where(matches(run, { studyId, removedAt: (column) => lt(column, before) }))
    .returning({ id: run.id });
  const ids = rows.map(({ id }) => id);
  await tx.q.delete(job).where(matches(job, { studyId, id: ids }));
}

/** Deletes a run with its job. */
export async function deleteRun(tx: Tx, { studyId, id }: { studyId: string; id: string }): Promise<void> {
  const { run, job } = tx.t;
  await tx.q.delete(run).where(matches(run, { studyId, id }));
  await tx.q.delete(job).where(matches(job, { studyId, id }));
}
