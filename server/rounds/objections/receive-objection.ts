import { insertObjection, listObjectionsOf } from "#db/queries/objections.ts";
import * as t from "#messages/refusals.ts";
import { keyedHash } from "#server/audit-log/hash.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { writeStudy } from "#server/platform/app/study-writer.ts";
import { learningOf, refuseEnded, settingsOf } from "#server/studies/settings.ts";
import { type PersonOfRound, requireClosedPerson } from "./person-of-round.ts";

/**
 * Receives an objection of a person of a closed round. The log has a keyed digest of its text; text and key are deleted
 * when the person is erased.
 *
 * @param by who wrote it: the person by a personal link, or an operator for the person
 * @returns the number of the entry
 * @throws DomainError "objection-pending" while an earlier one is not answered; "objection-too-early" as long as the
 *   round is not closed; "not-found"; "person-erased"; "study-ended"; "study-audits"
 */
export async function receiveObjection(
  app: App,
  { studyId, round, position }: PersonOfRound,
  { text, by }: { text: string; by: "person" | "operator" },
): Promise<{ seq: number }> {
  const digestKey = app.newSecret();
  return writeStudy(app, studyId, async ({ tx, study, append }) => {
    learningOf(settingsOf(study));
    refuseEnded(study);
    const person = { studyId, round, position };
    await requireClosedPerson(tx, person);
    const earlier = await listObjectionsOf(tx, person);
    if (earlier.some(({ state }) => state !== "answered")) {
      throw new DomainError("objection-pending", t.objectionPending());
    }
    const digest = keyedHash(digestKey, text);
    const { seq, at } = append("objection.received", { round, position, digest });
    const row = { ...person, receivedSeq: seq, receivedAt: at, by, digestKey, text };
    await insertObjection(tx, { ...row, state: "received" });
    return { seq };
  });
}
