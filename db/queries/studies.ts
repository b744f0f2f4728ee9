import {
  type AnyColumn,
  and,
  asc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  max,
  ne,
  or,
  sql,
} from "drizzle-orm";
import { matches } from "#db/store/matches.ts";
import { pick } from "#db/store/pick.ts";
import { prepared } from "#db/store/prepared.ts";
import { countRows, findRow, findValue, listRows, listValues, updateRows } from "#db/store/rows.ts";
import type { Reader, Tx } from "#db/store/store.ts";

export type StudyRow = NonNullable<Awaited<ReturnType<typeof findStudy>>>;

const columns = [
  ...(["id", "name", "state", "isDemo", "language", "settingsHash", "nextSeq", "headHash"] as const),
  ...(["headAt", "roundCount", "skippedLinks", "restoredOrigin", "restoredSeq", "appliedSeq"] as const),
  ...(["fence", "lotterySeq", "endedAt", "retentionDays", "featuresDueAt"] as const),
] as const;

/** Lists the names of these studies, in any order. */
export async function listStudyNames(db: Reader, ids: readonly string[]) {
  return listRows(db, "study", { id: ids }, ["id", "name"], ["id"]);
}

/** Adds a study with its draft. */
export async function insertStudy(
  tx: Tx,
  row: Tx["t"]["study"]["$inferInsert"],
  draft: string,
): Promise<void> {
  await tx.q.insert(tx.t.study).values(row);
  await tx.q.insert(tx.t.studySetup).values({ studyId: row.id, draft });
}

/**
 * Locks the study for the rest of the transaction, on both engines, and reads it. Every writing transaction of a study
 * begins with this, so log numbers have no gaps and no two writers decide at once.
 */
export async function lockStudy(tx: Tx, studyId: string): Promise<StudyRow | undefined> {
  return (await lockedStudies(tx, { studyId }))[0];
}

const lockedStudies = prepared({ studyId: "text" }, (tx, { studyId }) =>
  tx.q
    .update(tx.t.study)
    .set({ nextSeq: sql`${tx.t.study.nextSeq}` })
    .where(eq(tx.t.study.id, studyId))
    .returning(pick(tx.t.study, ...columns)),
);

export type StudyPatch = Partial<
  Omit<StudyRow, "id" | "name" | "isDemo" | "language" | "fence"> & {
    leaseOwner: string | null;
    leaseUntil: number | null;
    requiredIssuer: string | null;
  }
>;

export async function updateStudy(tx: Tx, studyId: string, patch: StudyPatch): Promise<void> {
  await updateRows(tx, "study", { id: studyId }, patch);
}

export async function findStudy(db: Reader, studyId: string) {
  return findRow(db, "study", { id: studyId }, columns);
}

/** Lists the studies in which features of people are due to be deleted. */
export async function listFeaturesDue(db: Reader, now: number): Promise<{ studyId: string }[]> {
  const isDue = { featuresDueAt: (column: AnyColumn) => lte(column, now) };
  const ids = await listValues(db, "study", isDue, "id", ["featuresDueAt", "id"]);
  return ids.map((studyId) => ({ studyId }));
}

/** Finds the account that created a study. */
export async function findCreator(db: Reader, studyId: string): Promise<string | undefined> {
  return findValue(db, "study", { id: studyId }, "createdBy");
}

/** Finds the provider through which a study's auditors must sign in; null if there is none. */
export async function findRequiredIssuer(db: Reader, studyId: string): Promise<string | null> {
  return (await findValue(db, "study", { id: studyId }, "requiredIssuer")) ?? null;
}

export async function listStudiesOf(db: Reader, accountId: string) {
  const { study, membership } = db.t;
  return db.q
    .select({ ...pick(study, ...columns), role: membership.role })
    .from(membership)
    .innerJoin(study, eq(study.id, membership.studyId))
    .where(matches(membership, { accountId, endedAt: null }))
    .orderBy(asc(study.createdAt), asc(study.id));
}

/**
 * Lists the status of studies, in any order: the number of the next log entry, the newest round and the newest
 * guidelines.
 */
export async function listStudyStatuses(db: Reader, studyIds: readonly string[]) {
  const { study, round, guideline } = db.t;
  const newest = db.q
    .select({ version: max(guideline.version) })
    .from(guideline)
    .where(eq(guideline.studyId, study.id));
  return db.q
    .select({
      studyId: study.id,
      nextSeq: study.nextSeq,
      guidelineVersion: sql<number | null>`(${newest})`,
      round: round.number,
      ...pick(round, "state", "deadlineAt"),
    })
    .from(study)
    .leftJoin(round, matches(round, { studyId: study.id, number: study.roundCount }))
    .where(inArray(study.id, [...studyIds]));
}

export async function findDemo(db: Reader): Promise<string | undefined> {
  return findValue(db, "study", { isDemo: true }, "id");
}

/** Lists studies that have a log. */
export async function listPublishedStudies(db: Reader): Promise<string[]> {
  return listValues(db, "study", { state: (column) => ne(column, "draft") }, "id");
}

/** Finds the newest study in which rounds can still be opened. */
export async function findNewestPlayable(db: Reader): Promise<string | undefined> {
  return findValue(db, "study", { state: (column) => inArray(column, ["ready", "running"]) }, "id", [
    "-createdAt",
    "-id",
  ]);
}

/** Lists studies with an entry of these types that the learner has not seen yet. */
export async function listStudiesToUpdate(db: Reader, types: readonly string[]): Promise<string[]> {
  const { study, logEntry } = db.t;
  // A scalar subquery for each study: with a join, an engine may scan all logs.
  const unseen = db.q
    .select({ seq: max(logEntry.seq) })
    .from(logEntry)
    .where(
      matches(logEntry, { studyId: study.id, seq: (column) => gt(column, study.appliedSeq), type: types }),
    );
  const rows = await db.q
    .select({ id: study.id })
    .from(study)
    .where(isNotNull(sql`(${unseen})`))
    .orderBy(asc(study.id));
  return rows.map((row) => row.id);
}

/**
 * Takes the study's learner lease if it is free or has expired. A lease further ahead than any could be dates from
 * before the clock was reset, and has expired too.
 * @returns the fencing token that the update must still hold when it writes; undefined if another process is at work
 */
export async function takeLease(
  tx: Tx,
  { studyId, owner, now, until }: { studyId: string; owner: string; now: number; until: number },
): Promise<{ fence: number; appliedSeq: number } | undefined> {
  const { study } = tx.t;
  const rows = await tx.q
    .update(study)
    .set({ leaseOwner: owner, leaseUntil: until, fence: sql`${study.fence} + 1` })
    .where(
      and(
        eq(study.id, studyId),
        or(isNull(study.leaseUntil), lt(study.leaseUntil, now), gt(study.leaseUntil, 2 * until - now)),
      ),
    )
    .returning({ fence: study.fence, appliedSeq: study.appliedSeq });
  return rows[0];
}

/** Extends or releases the lease, if its fencing token is still current. */
export async function updateLease(
  tx: Tx,
  { studyId, fence }: { studyId: string; fence: number },
  patch: { readonly leaseUntil: number } | { readonly leaseUntil: null; readonly leaseOwner: null },
): Promise<void> {
  await updateRows(tx, "study", { id: studyId, fence }, patch);
}

/** Whether the fencing token is still the study's: no other process has taken the lease since. */
export async function holdsLease(
  db: Reader,
  { studyId, fence }: { studyId: string; fence: number },
): Promise<boolean> {
  return (await findRow(db, "study", { id: studyId, fence }, ["id"])) !== undefined;
}

/**
 * Deletes a locked study with its rows in every table. Events of the security log stay. The guards
 * of append-only tables allow this only in this transaction.
 */
export async function deleteStudyRows(tx: Tx, studyId: string): Promise<void> {
  const { study, securityEvent } = tx.t;
  await tx.q.update(study).set({ nextSeq: 0 }).where(eq(study.id, studyId));
  // The schema names parents first.
  for (const table of Object.values(tx.t).reverse()) {
    if (!("studyId" in table) || table === securityEvent) continue;
    await tx.q.delete(table).where(eq(table.studyId, studyId));
  }
  await tx.q.delete(study).where(eq(study.id, studyId));
}

/** Counts the studies whose learner is being updated now. */
export async function countLeases(db: Reader, now: number): Promise<number> {
  return countRows(db, "study", { leaseUntil: (column) => gt(column, now) });
}
