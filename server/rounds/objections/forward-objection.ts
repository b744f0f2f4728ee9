import { findObjection, updateObjection } from "#db/queries/objections.ts";
import * as t from "#messages/refusals.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { writeStudy } from "#server/platform/app/study-writer.ts";
import { refuseEnded } from "#server/studies/settings.ts";

/**
 * Forwards an objection to the panel of the next round that has pairs to judge. Until such a round opens, the question
 * can be changed.
 *
 * @param question the text that the panel reads
 * @throws DomainError "not-found"; "person-erased"; "objection-forwarded" once a round asks about it; "study-ended"
 */
export async function forwardObjection(
  app: App,
  { studyId, objection: receivedSeq, question }: { studyId: string; objection: number; question: string },
): Promise<void> {
  await writeStudy(app, studyId, async ({ tx, study }) => {
    refuseEnded(study);
    const objection = await findObjection(tx, { studyId, receivedSeq });
    if (objection === undefined) throw new DomainError("not-found", t.objectionUnknown());
    const { state, askedIn, text } = objection;
    if (askedIn !== null) {
      throw new DomainError("objection-forwarded", t.objectionForwarded({ round: askedIn, state }));
    }
    if (text === null) throw new DomainError("person-erased", t.objectorErased());
    await updateObjection(tx, { studyId, receivedSeq }, { state: "forwarded", question });
  });
}
