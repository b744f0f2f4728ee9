import { asc, count, isNotNull } from "drizzle-orm";
import { matches } from "#db/store/matches.ts";
import { deleting, findRow, inserting, listRows, putting, updating } from "#db/store/rows.ts";
import type { Reader } from "#db/store/store.ts";

type OfStudy = { readonly studyId: string };
type PersonOfRound = OfStudy & { readonly round: number; readonly position: number };

const columns = [
  ...(["receivedSeq", "receivedAt", "round", "position", "by", "text", "question", "state"] as const),
  ...(["askedIn", "yes", "no", "unsure"] as const),
] as const;

export const insertObjection = inserting("objection");

/** Lists the objections of a study, newest first. */
export async function listObjections(db: Reader, studyId: string) {
  return listRows(db, "objection", { studyId }, columns, ["-receivedSeq"]);
}

/** Lists the objections of one person, oldest first. */
export async function listObjectionsOf(db: Reader, of: PersonOfRound) {
  return listRows(db, "objection", of, columns, ["receivedSeq"]);
}

export async function findObjection(db: Reader, key: OfStudy & { receivedSeq: number }) {
  return findRow(db, "objection", key, columns);
}

/** Lists the oldest forwarded objections that no round asks about yet, or whose round was cancelled. */
export async function listForwardedObjections(db: Reader, studyId: string, limit: number) {
  return listRows(
    db,
    "objection",
    { studyId, state: "forwarded", question: isNotNull },
    columns,
    ["receivedSeq"],
    limit,
  );
}

/** Lists the objections that a round asks or asked its panel about, oldest first. */
export async function listAskedObjections(
  db: Reader,
  { studyId, round: askedIn }: OfStudy & { round: number },
) {
  return listRows(db, "objection", { studyId, askedIn }, columns, ["receivedSeq"]);
}

export const updateObjection = updating(
  "objection",
  ["studyId", "receivedSeq"],
  ["state", "question", "askedIn", "yes", "no", "unsure"],
);

/** Saves what a seat answers, in place of its earlier answer. */
export const saveObjectionAnswer = putting("objectionAnswer", "studyId", "receivedSeq", "seatId");

/** Lists the answers to these objections, by objection and seat. */
export async function listObjectionAnswers(db: Reader, studyId: string, receivedSeqs: readonly number[]) {
  return listRows(
    db,
    "objectionAnswer",
    { studyId, receivedSeq: receivedSeqs },
    ["receivedSeq", "seatId", "answer"],
    ["receivedSeq", "seatId"],
  );
}

export const deleteObjectionAnswers = deleting("objectionAnswer", "studyId", "receivedSeq");

/** Counts the objections of these studies that their operators have to read, in studies that have any. */
export async function countReceivedObjections(db: Reader, studyIds: readonly string[]) {
  const { objection } = db.t;
  return db.q
    .select({ studyId: objection.studyId, received: count() })
    .from(objection)
    .where(matches(objection, { studyId: studyIds, state: "received", text: isNotNull }))
    .groupBy(objection.studyId)
    .orderBy(asc(objection.studyId));
}
