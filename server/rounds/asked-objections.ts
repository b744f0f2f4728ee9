import {
  deleteObjectionAnswers,
  listAskedObjections,
  listForwardedObjections,
  listObjectionAnswers,
  updateObjection,
} from "#db/queries/objections.ts";
import { objectionsPerRound } from "#server/audit-log/objections.ts";
import type { StudyWriter } from "#server/platform/app/study-writer.ts";

type Writer = Pick<StudyWriter, "tx" | "study" | "append">;

/** Puts the oldest forwarded objections to the panel of a round that opens, if it has pairs to judge. */
export async function askObjections({ tx, study }: Writer, round: number, pairCount: number): Promise<void> {
  if (pairCount === 0) return;
  for (const { receivedSeq } of await listForwardedObjections(tx, study.id, objectionsPerRound)) {
    await updateObjection(tx, { studyId: study.id, receivedSeq }, { state: "asked", askedIn: round });
  }
}

/**
 * Counts the answers of a panel whose round has closed, in an entry for each objection.
 *
 * @param seats the panel at the close: answers of seats that were replaced do not count
 */
export async function closeObjections(
  { tx, study, append }: Writer,
  askedIn: number,
  seats: readonly string[],
): Promise<void> {
  const asked = await listAskedObjections(tx, { studyId: study.id, round: askedIn });
  const seqs = asked.map(({ receivedSeq }) => receivedSeq);
  const answers = seqs.length === 0 ? [] : await listObjectionAnswers(tx, study.id, seqs);
  for (const { receivedSeq, round, position } of asked) {
    const given = answers
      .filter((each) => each.receivedSeq === receivedSeq && seats.includes(each.seatId))
      .map(({ answer }) => answer);
    const countOf = (word: (typeof given)[number]) => given.filter((answer) => answer === word).length;
    const counts = { yes: countOf("yes"), no: countOf("no"), unsure: countOf("unsure") };
    append("objection.answered", { round, position, askedIn, ...counts });
    await updateObjection(tx, { studyId: study.id, receivedSeq }, { state: "answered", ...counts });
  }
}

/** Lets the objections of a cancelled round wait for the next one. Its panel's answers are deleted. */
export async function releaseObjections({ tx, study }: Writer, round: number): Promise<void> {
  for (const { receivedSeq } of await listAskedObjections(tx, { studyId: study.id, round })) {
    const key = { studyId: study.id, receivedSeq };
    await deleteObjectionAnswers(tx, key);
    await updateObjection(tx, key, { state: "forwarded", askedIn: null });
  }
}
