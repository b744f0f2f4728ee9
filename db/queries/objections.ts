import { and, asc, count, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { matches } from "#db/store/matches.ts";
import { pick } from "#db/store/pick.ts";
import type { Reader, Tx } from "#db/store/store.ts";

type ObjectionInsert = Tx["t"]["objection"]["$inferInsert"];
type OfStudy = { readonly studyId: string };
type PersonOfRound = OfStudy & { readonly round: number; readonly position: number };

const columns = (db: Reader) =>
  pick(
    db.t.objection,
    ...(["receivedSeq", "receivedAt", "round", "position", "by", "text", "question"] as const),
    ...(["state", "askedIn", "yes", "no", "unsure"] as const),
  );

export async function insertObjection(tx: Tx, row: ObjectionInsert): Promise<void> {
  await tx.q.insert(tx.t.objection).values(row);
}

/** Lists the objections of a study, newest first. */
export async function listObjections(db: Reader, studyId: string) {
  const { objection } = db.t;
  return db.q
    .select(columns(db))
    .from(objection)
    .where(matches(objection, { studyId }))
    .orderBy(desc(objection.receivedSeq));
}

/** Lists the objections of one person, oldest first. */
export async function listObjectionsOf(db: Reader, of: PersonOfRound) {
  const { objection } = db.t;
  return db.q
    .select(columns(db))
    .from(objection)
    .where(matches(objection, of))
    .orderBy(asc(objection.receivedSeq));
}

export async function findObjection(db: Reader, key: OfStudy & { receivedSeq: number }) {
  const { objection } = db.t;
  const rows = await db.q.select(columns(db)).from(objection).where(matches(objection, key));
  return rows[0];
}

/** Lists the oldest forwarded objections that no round asks about yet, or whose round was cancelled. */
export async function listForwardedObjections(db: Reader, studyId: string, limit: number) {
  const { objection } = db.t;
  return db.q
    .select(columns(db))
    .from(objection)
    .where(and(matches(objection, { studyId, state: "forwarded" }), isNotNull(objection.question)))
    .orderBy(asc(objection.receivedSeq))
    .limit(limit);
}

/** Lists the objections that a round asks or asked its panel about, oldest first. */
export async function listAskedObjections(
  db: Reader,
  { studyId, round: askedIn }: OfStudy & { round: number },
) {
  const { objection } = db.t;
  return db.q
    .select(columns(db))
    .from(objection)
    .where(matches(objection, { studyId, askedIn }))
    .orderBy(asc(objection.receivedSeq));
}

export async function updateObjection(
  tx: Tx,
  key: OfStudy & { receivedSeq: number },
  patch: Partial<Pick<ObjectionInsert, "state" | "question" | "askedIn" | "yes" | "no" | "unsure">>,
): Promise<void> {
  await tx.q.update(tx.t.objection).set(patch).where(matches(tx.t.objection, key));
}

/** Saves what a seat answers, in place of its earlier answer. */
export async function saveObjectionAnswer(
  tx: Tx,
  row: Tx["t"]["objectionAnswer"]["$inferInsert"],
): Promise<void> {
  const { objectionAnswer } = tx.t;
  await tx.q
    .insert(objectionAnswer)
    .values(row)
    .onConflictDoUpdate({
      target: [objectionAnswer.studyId, objectionAnswer.receivedSeq, objectionAnswer.seatId],
      set: { answer: sql`excluded.answer`, answeredAt: sql`excluded.answered_at` },
    });
}

/** Lists the answers to these objections, by objection and seat. */
export async function listObjectionAnswers(db: Reader, studyId: string, receivedSeqs: readonly number[]) {
  const { objectionAnswer } = db.t;
  return db.q
    .select(pick(objectionAnswer, "receivedSeq", "seatId", "answer"))
    .from(objectionAnswer)
    .where(and(eq(objectionAnswer.studyId, studyId), inArray(objectionAnswer.receivedSeq, [...receivedSeqs])))
    .orderBy(asc(objectionAnswer.receivedSeq), asc(objectionAnswer.seatId));
}

export async function deleteObjectionAnswers(tx: Tx, key: OfStudy & { receivedSeq: number }): Promise<void> {
  await tx.q.delete(tx.t.objectionAnswer).where(matches(tx.t.objectionAnswer, key));
}

/** Counts the objections of these studies that their operators have to read, in studies that have any. */
export async function countReceivedObjections(db: Reader, studyIds: readonly string[]) {
  const { objection } = db.t;
  return db.q
    .select({ studyId: objection.studyId, received: count() })
    .from(objection)
    .where(
      and(
        inArray(objection.studyId, [...studyIds]),
        eq(objection.state, "received"),
        isNotNull(objection.text),
      ),
    )
    .groupBy(objection.studyId)
    .orderBy(asc(objection.studyId));
}
