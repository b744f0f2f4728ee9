import { and, asc, eq, inArray } from "drizzle-orm";
import { matches } from "#db/store/matches.ts";
import { pick } from "#db/store/pick.ts";
import type { Reader, Tx } from "#db/store/store.ts";
import type { Report } from "#server/audit-log/annulments.ts";

type AnnulmentInsert = Tx["t"]["annulment"]["$inferInsert"];
type OfStudy = { readonly studyId: string };

const columns = (db: Reader) =>
  pick(
    db.t.annulment,
    ...(["proposedSeq", "proposedAt", "round", "high", "low"] as const),
    ...(["reason", "seatId", "state", "votedIn", "voteCount"] as const),
  );

export async function insertAnnulment(tx: Tx, row: AnnulmentInsert): Promise<void> {
  await tx.q.insert(tx.t.annulment).values(row);
}

/** Lists the proposals about reports of these rounds, oldest first. */
export async function listAnnulments(db: Reader, studyId: string, rounds: readonly number[]) {
  const { annulment } = db.t;
  return db.q
    .select(columns(db))
    .from(annulment)
    .where(and(eq(annulment.studyId, studyId), inArray(annulment.round, [...rounds])))
    .orderBy(asc(annulment.proposedSeq));
}

/** Lists the proposals about one report, oldest first. */
export async function listAnnulmentsOf(db: Reader, { studyId, round, high, low }: OfStudy & Report) {
  const { annulment } = db.t;
  return db.q
    .select(columns(db))
    .from(annulment)
    .where(matches(annulment, { studyId, round, high, low }))
    .orderBy(asc(annulment.proposedSeq));
}

/** Lists the oldest proposals that no round has carried yet, or whose round was cancelled. */
export async function listWaitingAnnulments(db: Reader, studyId: string, limit: number) {
  const { annulment } = db.t;
  return db.q
    .select(columns(db))
    .from(annulment)
    .where(matches(annulment, { studyId, state: "waiting" }))
    .orderBy(asc(annulment.proposedSeq))
    .limit(limit);
}

/** Lists the proposals that a round carries or carried, in the order of its opening. */
export async function listCarriedAnnulments(
  db: Reader,
  { studyId, round: votedIn }: OfStudy & { round: number },
) {
  const { annulment } = db.t;
  return db.q
    .select(columns(db))
    .from(annulment)
    .where(matches(annulment, { studyId, votedIn }))
    .orderBy(asc(annulment.proposedSeq));
}

export async function updateAnnulment(
  tx: Tx,
  key: OfStudy & { proposedSeq: number },
  patch: Partial<Pick<AnnulmentInsert, "state" | "votedIn" | "voteCount">>,
): Promise<void> {
  await tx.q.update(tx.t.annulment).set(patch).where(matches(tx.t.annulment, key));
}

/** Lets the proposals of a cancelled round wait for the next one. */
export async function releaseAnnulments(
  tx: Tx,
  { studyId, round: votedIn }: OfStudy & { round: number },
): Promise<void> {
  const { annulment } = tx.t;
  await tx.q
    .update(annulment)
    .set({ state: "waiting", votedIn: null })
    .where(matches(annulment, { studyId, votedIn, state: "voting" }));
}
