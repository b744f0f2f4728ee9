import { findAccount } from "#db/queries/accounts.ts";
import { listMembers, listSeatless } from "#db/queries/members.ts";
import { listSeatFillers, listSeats, type StudyRole } from "#db/queries/seats.ts";
import * as t from "#messages/refusals.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { type Device, readDevices, unconfirmedIn } from "#server/studies/devices.ts";
import { readAttributes } from "#server/studies/member-attributes.ts";
import { readChances } from "#server/studies/panel-lottery.ts";
import { refuseEnded, requireStudy, settingsOf } from "#server/studies/settings.ts";
import { invite, listStudyInvitations, type NewLink, withdrawInvitation } from "./invite.ts";
import { listInvited } from "./invited.ts";

/**
 * Reads a study's members: the panel and how its auditors joined, auditors without a seat, other roles, and who was invited.
 */
export async function readPanel(app: App, studyId: string) {
  const panel = await app.store.read(async (db) => {
    const study = await requireStudy(db, studyId);
    const { gamma, rule, quorum, selection } = settingsOf(study).panel;
    const fillers = new Map((await listSeatFillers(db, studyId)).map((row) => [row.seatId, row.displayName]));
    const seats = await listSeats(db, studyId);
    const chances = await readChances(db, study, seats);
    const devices = await readDevices(db, studyId);
    const auditors = new Set((await listMembers(db, studyId, "auditor")).map(({ accountId }) => accountId));
    return {
      name: study.name,
      state: study.state,
      /** Last entry of the log. */
      head: { seq: study.nextSeq - 1 },
      gamma,
      ...(rule && { rule }),
      quorum,
      selection,
      /** How equal the chances of a stratified lot are; null if none are computed for the available members. */
      lotteryMethod: chances?.method ?? null,
      seats: seats.map(({ attributes, ...seat }) => ({
        ...seat,
        attributes: readAttributes(attributes),
        /** To be on the next panel of a stratified lot; null while resting, and if it is not computed. */
        chance: chances?.ofSeats.get(seat.id) ?? null,
        filledBy: fillers.get(seat.id) ?? null,
        ...devicesOf(seat.id, devices),
        /** False after an auditor's role was ended in a study that is over: the seat stays there as it was. */
        hasRole: auditors.has(seat.accountId),
      })),
      seatless: await listSeatless(db, studyId),
      operators: await listMembers(db, studyId, "operator"),
      researchers: await listMembers(db, studyId, "researcher"),
      observers: await listMembers(db, studyId, "observer"),
      invitations: await listInvited(db, { studyId, now: app.now() }),
    };
  });
  return { ...panel, mailIsOn: app.mailer !== null };
}

/**
 * Makes a link with which a person joins this study. Only the reader of the mail can learn whether its address has an
 * account here.
 *
 * @throws DomainError "bad-input" for the operator's own address; "study-not-ready" for a draft; "study-ended" for an
 *   auditor, who would judge nothing; "mail-limit"
 */
export async function inviteToStudy(
  app: App,
  invitedBy: string,
  invitation: { studyId: string; email: string; role: StudyRole },
): Promise<NewLink> {
  const { study, inviter } = await app.store.read(async (db) => ({
    study: await requireStudy(db, invitation.studyId),
    inviter: await findAccount(db, invitedBy),
  }));
  settingsOf(study);
  if (inviter?.email === invitation.email) throw new DomainError("bad-input", t.invitesOneself());
  if (invitation.role === "auditor") refuseEnded(study);
  return invite(app, invitedBy, invitation);
}

/** Withdraws a link, if it belongs to this study. @throws DomainError "invitation-invalid" */
export async function withdrawFromStudy(
  app: App,
  { studyId, ref }: { studyId: string; ref: string },
): Promise<void> {
  const links = await listStudyInvitations(app, studyId);
  if (!links.some((link) => link.ref === ref)) {
    throw new DomainError("invitation-invalid", t.linkOverAlready());
  }
  await withdrawInvitation(app, ref);
}

/** Returns the devices of a seat: those that seal, and those that another auditor has to confirm. */
function devicesOf(seat: string, all: readonly Device[]) {
  const own = all.filter((one) => one.seat === seat);
  const waiting = unconfirmedIn(own);
  return { devices: own.filter((one) => !waiting.includes(one)), waiting };
}
