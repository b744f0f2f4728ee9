import { renewInvitation } from "#db/queries/invitations.ts";
import * as t from "#messages/refusals.ts";
import { limits } from "#server/accounts/account-limits.ts";
import { countMails } from "#server/accounts/messages/mail-rate.ts";
import { newToken } from "#server/accounts/secret-tokens.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { enqueue } from "#server/platform/app/job-queue.ts";
import { recordSecurity } from "#server/platform/security-log/record.ts";
import { refuseEnded, requireStudy, settingsOf } from "#server/studies/settings.ts";
import type { ManyLinks } from "./invite-many.ts";
import { listInvited } from "./invited.ts";

/** Roles whose links are renewed together: the people whom a study needs or must admit. */
const isRenewed = (role: string | null) => role === "auditor" || role === "observer";

const day = 24 * 60 * 60_000;

/**
 * Makes a new link for each invited auditor or observer who has not joined; the earlier one stops working. If this server sends
 * mail, a job sends each link, except to people who were sent one within a day. Otherwise the operator sees the links
 * once.
 *
 * @throws DomainError "study-not-ready"; "study-ended"; "mail-limit"; "reminded-already" if no person is to get a link
 */
export async function renewLinks(
  app: App,
  invitedBy: string,
  { studyId }: { studyId: string },
): Promise<ManyLinks> {
  const createdAt = app.now();
  const expiresAt = createdAt + limits.invitationLife;
  const isMailed = app.mailer !== null;
  const links = await app.store.tx(async (tx) => {
    const study = await requireStudy(tx, studyId);
    settingsOf(study);
    refuseEnded(study);
    const invited = await listInvited(tx, { studyId, now: createdAt });
    const mailState = isMailed ? ("waiting" as const) : null;
    const renewed = [];
    for (const { ref: from, role, email, state, createdAt: sentAt } of invited) {
      if (!isRenewed(role) || email === null) continue;
      const isRecent = state === "sent" && isMailed && sentAt > createdAt - day;
      if (isRecent || !["sent", "failed", "expired"].includes(state)) continue;
      const { token, tokenHash } = newToken();
      const link = { from, tokenHash, isMailed, mailState, invitedBy, createdAt, expiresAt };
      if (!(await renewInvitation(tx, link))) continue;
      const about = { actorId: invitedBy, accountId: null, studyId };
      await recordSecurity(app, tx, { kind: "link.made", ...about, detail: { purpose: "join", role } });
      renewed.push({ email, token: isMailed ? null : token });
    }
    if (renewed.length === 0) throw new DomainError("reminded-already", t.noneToRemind());
    if (isMailed) await countMails(tx, { accountId: invitedBy, count: renewed.length, now: createdAt });
    return renewed;
  });
  if (isMailed) enqueue(app, { kind: "send-invitations", studyId });
  return { expiresAt, links };
}
