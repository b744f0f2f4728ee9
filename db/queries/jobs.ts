import { gte, isNotNull } from "drizzle-orm";
import { changesRow, findRow, findValue, listRows, updateRows } from "#db/store/rows.ts";
import type { Reader, Tx } from "#db/store/store.ts";

export type JobRow = Tx["t"]["job"]["$inferSelect"];
type NewJob = Omit<Tx["t"]["job"]["$inferInsert"], "done" | "total">;

export async function insertJob(tx: Tx, row: NewJob): Promise<void> {
  await tx.q.insert(tx.t.job).values({ ...row, done: 0, total: 0 });
}

/** Finds the newest job of a kind. */
export async function findLastJob(db: Reader, studyId: string, kind: string) {
  return findRow(
    db,
    "job",
    { studyId, kind },
    ["id", "state", "done", "total", "params", "result", "error", "leaseUntil", "fence"],
    ["-createdAt", "-id"],
  );
}

/** Finds the result of the newest job of a kind that succeeded with one. */
export async function findLastResult(db: Reader, studyId: string, kind: string): Promise<string | undefined> {
  return (
    (await findValue(db, "job", { studyId, kind, state: "done", result: isNotNull }, "result", [
      "-createdAt",
      "-id",
    ])) ?? undefined
  );
}

export type JobPatch = Partial<
  Pick<JobRow, "state" | "done" | "total" | "result" | "error" | "leaseUntil">
> & {
  updatedAt: number;
};

/** @returns whether the job still runs under this fencing token; if not, nothing was changed */
export async function updateRunningJob(
  tx: Tx,
  { studyId, id, fence }: { studyId: string; id: string; fence: number },
  patch: JobPatch,
): Promise<boolean> {
  return changesRow(tx, "job", { studyId, id, fence, state: "running" }, patch);
}

/** Lists the jobs of a kind that were created since a moment, oldest first. */
export async function listJobsSince(db: Reader, studyId: string, kind: string, since: number) {
  return listRows(
    db,
    "job",
    { studyId, kind, createdAt: (column) => gte(column, since) },
    ["id", "state", "params", "result", "error", "leaseUntil", "createdAt", "updatedAt"],
    ["createdAt", "id"],
  );
}

/** Lists waiting and running jobs of all studies, with live and expired leases alike, in any order. */
export async function listOpenJobs(db: Reader) {
  const picked = ["studyId", "id", "kind", "state", "leaseUntil", "createdAt"] as const;
  return listRows(db, "job", { state: ["waiting", "running"] }, picked);
}

type JobKey = { readonly studyId: string; readonly id: string };

export async function findJob(db: Reader, { studyId, id }: JobKey) {
  return findRow(db, "job", { studyId, id }, [
    "kind",
    "state",
    "params",
    "leaseUntil",
    "fence",
    "createdBy",
    "createdAt",
  ]);
}

/**
 * Changes a job if its state, fence and lease are as they were read.
 * @returns whether it was changed
 */
export async function claimJob(
  tx: Tx,
  { studyId, id, state, fence, leaseUntil }: JobKey & Pick<JobRow, "state" | "fence" | "leaseUntil">,
  patch: JobPatch & { fence?: number },
): Promise<boolean> {
  return changesRow(tx, "job", { studyId, id, state, fence, leaseUntil }, patch);
}

/** Cancels a job that waits or runs. */
export async function cancelOpenJob(tx: Tx, { studyId, id }: JobKey, updatedAt: number): Promise<void> {
  await updateRows(
    tx,
    "job",
    { studyId, id, state: ["waiting", "running"] },
    { state: "cancelled", updatedAt },
  );
}
