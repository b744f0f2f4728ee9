import { listMembers, listSeatless } from "#db/queries/panel.ts";
import { listSeatFillers, listSeats, type StudyRole } from "#db/queries/seats.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { refuseEnded, requireStudy, settingsOf } from "#server/studies/settings.ts";
import { invite, listStudyInvitations, type NewLink, withdrawInvitation } from "./invite.ts";

/** Who sits on the panel and how they came, who has no seat yet, who else has a role, and which links still wait. */
export async function readPanel(app: App, studyId: string) {
  const panel = await app.store.read(async (db) => {
    const study = await requireStudy(db, studyId);
    const { gamma, quorum } = settingsOf(study).panel;
    const fillers = new Map((await listSeatFillers(db, studyId)).map((row) => [row.seatId, row.displayName]));
    const seats = await listSeats(db, studyId);
    const auditors = new Set((await listMembers(db, studyId, "auditor")).map(({ accountId }) => accountId));
    return {
      name: study.name,
      state: study.state,
      gamma,
      quorum,
      seats: seats.map((seat) => ({
        ...seat,
        filledBy: fillers.get(seat.id) ?? null,
        /** Not after their role was ended in a study that is over: there the seat stays as it was. */
        hasRole: auditors.has(seat.accountId),
      })),
      seatless: await listSeatless(db, studyId),
      operators: await listMembers(db, studyId, "operator"),
      researchers: await listMembers(db, studyId, "researcher"),
    };
  });
  return { ...panel, invitations: await listStudyInvitations(app, studyId), mailIsOn: app.mailer !== null };
}

/**
 * A link with which somebody joins this study.
 *
 * Whether its address has an account here is told to nobody but whoever reads the mail.
 *
 * @throws DomainError "study-not-ready" for a draft; "study-ended" for an auditor, who would judge nothing; "mail-limit"
 */
export async function inviteToStudy(
  app: App,
  invitedBy: string,
  invitation: { studyId: string; email: string; role: StudyRole },
): Promise<NewLink> {
  const study = await app.store.read((db) => requireStudy(db, invitation.studyId));
  settingsOf(study);
  if (invitation.role === "auditor") refuseEnded(study);
  return invite(app, invitedBy, invitation);
}

/** Withdraws a link of this study and of no other. @throws DomainError "invitation-invalid" */
export async function withdrawFromStudy(
  app: App,
  { studyId, ref }: { studyId: string; ref: string },
): Promise<void> {
  const links = await listStudyInvitations(app, studyId);
  if (!links.some((link) => link.ref === ref)) {
    throw new DomainError("invitation-invalid", "This link was used, withdrawn or has run out already.");
  }
  await withdrawInvitation(app, ref);
}
