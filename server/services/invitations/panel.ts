import { findAccountByEmail, listResearchers, listSeatless } from "#db/queries/panel.ts";
import { listSeats } from "#db/queries/seats.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/services/app/app.ts";
import { seatAuditor } from "#server/services/studies/seats.ts";
import { refuseEnded, requireStudy, settingsOf } from "#server/services/studies/settings.ts";
import { invite, listInvitations, type NewLink, withdrawInvitation } from "./invite.ts";

/** Who sits on the panel, who came by a link and has no seat yet, who researches, and which links still wait. */
export async function readPanel(app: App, studyId: string) {
  const panel = await app.store.read(async (db) => {
    const study = await requireStudy(db, studyId);
    const { gamma, quorum } = settingsOf(study).panel;
    const seats = (await listSeats(db, studyId)).map(({ id, displayName }) => ({ id, displayName }));
    return {
      name: study.name,
      state: study.state,
      gamma,
      quorum,
      seats,
      seatless: await listSeatless(db, studyId),
      researchers: await listResearchers(db, studyId),
    };
  });
  return { ...panel, invitations: await listInvitations(app, studyId), mailIsOn: app.mailer !== null };
}

/**
 * Gives somebody who has an account here a seat at once.
 *
 * @throws DomainError "not-found" if nobody has this address, "role-conflict", "study-not-ready"
 */
export async function seatByEmail(
  app: App,
  { studyId, email }: { studyId: string; email: string },
): Promise<{ seatId: string }> {
  const account = await app.store.read((db) => findAccountByEmail(db, email));
  if (account === undefined || account.suspendedAt !== null) {
    throw new DomainError(
      "not-found",
      "Nobody with this e-mail address has an account here: make a link instead.",
      [
        {
          field: "email",
          message: "Nobody with this e-mail address has an account here: make a link instead.",
        },
      ],
    );
  }
  return seatAuditor(app, { studyId, accountId: account.id });
}

/** Gives a seat to somebody who joined as auditor by a link. @throws DomainError "forbidden" for anybody else */
export async function seatMember(
  app: App,
  { studyId, accountId }: { studyId: string; accountId: string },
): Promise<{ seatId: string }> {
  const waiting = await app.store.read((db) => listSeatless(db, studyId));
  if (!waiting.some((member) => member.accountId === accountId)) {
    throw new DomainError("forbidden", "Only auditors of this study without a seat can be seated here.");
  }
  return seatAuditor(app, { studyId, accountId });
}

/**
 * A link with which somebody joins this study.
 *
 * @throws DomainError "study-not-ready" for a draft; "study-ended" for an auditor, who would judge nothing
 */
export async function inviteToStudy(
  app: App,
  invitedBy: string,
  invitation: { studyId: string; email: string; role: "auditor" | "researcher" },
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
  const links = await listInvitations(app, studyId);
  if (!links.some((link) => link.ref === ref)) {
    throw new DomainError("invitation-invalid", "This link was used, withdrawn or has run out already.");
  }
  await withdrawInvitation(app, ref);
}
