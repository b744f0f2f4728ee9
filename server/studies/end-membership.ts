import { revokeInvitations } from "#db/queries/invitations.ts";
import { listMembers } from "#db/queries/members.ts";
import { findMembership, findSeatOf, updateMembership } from "#db/queries/seats.ts";
import * as t from "#messages/refusals.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { type StudyWriter, writeStudy } from "#server/platform/app/study-writer.ts";
import { recordSecurity } from "#server/platform/security-log/record.ts";
import { leaveSeat, passPlace } from "./leave-seat.ts";

type Member = { readonly studyId: string; readonly accountId: string };

/**
 * Ends an account's role in a study at once. An operator's links to it stop working; an auditor's seat ends. In an open
 * round the next of the lot or rotation takes the seat's place; without these it stays empty: replace the seat to fill
 * it. A former auditor keeps the receipts and
 * results of the rounds judged, and nothing else. A new link restores the same role.
 *
 * @throws DomainError "not-found"; "role-conflict" for the last operator; "ballots-sealed"
 */
export function endMembershipOf(app: App, by: string, { studyId, accountId }: Member): Promise<void> {
  return writeStudy(app, studyId, async (writer) => {
    const { tx, now } = writer;
    const membership = await findMembership(tx, studyId, accountId);
    if (membership?.endedAt !== null) throw new DomainError("not-found", t.noLastOfAccount());
    const { role } = membership;
    if (role === "operator") await removeOperator(writer, accountId);
    const isSeatEnded = role === "auditor" && (await removeAuditor(writer, accountId));
    await updateMembership(tx, { studyId, accountId }, { endedAt: now });
    const about = { actorId: by, accountId, studyId };
    await recordSecurity(app, tx, { kind: "membership.ended", ...about, detail: { role } });
    if (isSeatEnded) await recordSecurity(app, tx, { kind: "seat.ended", ...about });
  });
}

async function removeOperator({ tx, study, now }: StudyWriter, accountId: string): Promise<void> {
  if ((await listMembers(tx, study.id, "operator")).length === 1) {
    throw new DomainError("role-conflict", t.lastOperator());
  }
  await revokeInvitations(tx, { invitedBy: accountId, studyId: study.id }, now);
}

/**
 * Ends an auditor's seat. An ended study's log takes no entries and has no more judging, so the seat stays as it was
 * there.
 */
async function removeAuditor(writer: StudyWriter, accountId: string): Promise<boolean> {
  const { tx, study } = writer;
  const seatId = await findSeatOf(tx, study.id, accountId);
  if (seatId === undefined || study.state === "ended") return false;
  for (const place of await leaveSeat(writer, seatId)) await passPlace(writer, place);
  return true;
}
