import { insertInvitation, listOpenInvitations } from "#db/queries/invitations.ts";
import * as t from "#messages/refusals.ts";
import { limits } from "#server/accounts/account-limits.ts";
import { countMails } from "#server/accounts/messages/mail-rate.ts";
import { newToken } from "#server/accounts/secret-tokens.ts";
import { canonicalJson } from "#server/audit-log/canonical.ts";
import type { App } from "#server/platform/app/app.ts";
import { enqueue } from "#server/platform/app/job-queue.ts";
import { recordSecurity } from "#server/platform/security-log/record.ts";
import { refuseEnded, requireStudy, settingsOf } from "#server/studies/settings.ts";
import { problemAt, readAddresses, refuseProblems } from "./read-addresses.ts";

/** New links of a list; `token` is null if it is sent by mail. */
export type ManyLinks = {
  readonly expiresAt: number;
  readonly links: readonly { readonly email: string; readonly token: string | null }[];
};

/**
 * Makes a link for each address of a list, with which a person joins a study in a role: all of them, or none. If this
 * server sends mail, a job sends each link to its address alone. Otherwise the operator sees them once.
 *
 * @throws DomainError "study-not-ready"; "study-ended"; "bad-input" with every row that is wrong; "mail-limit"
 */
export async function inviteMany(
  app: App,
  invitedBy: string,
  { studyId, list }: { studyId: string; list: string },
): Promise<ManyLinks> {
  const addresses = readAddresses(list);
  const createdAt = app.now();
  const expiresAt = createdAt + limits.invitationLife;
  const isMailed = app.mailer !== null;
  const links = addresses.map((address) => ({ ...address, ...newToken() }));
  await app.store.tx(async (tx) => {
    const study = await requireStudy(tx, studyId);
    settingsOf(study);
    refuseEnded(study);
    const open = await listOpenInvitations(tx, { now: createdAt, studyId });
    const invited = new Set(open.map(({ email }) => email));
    refuseProblems(
      links
        .filter(({ email }) => invited.has(email))
        .map(({ row }) => problemAt(row, t.addressInvited({ row }))),
    );
    if (isMailed) await countMails(tx, { accountId: invitedBy, count: links.length, now: createdAt });
    const link = { purpose: "join", studyId, accountId: null, isMailed, invitedBy } as const;
    const mailState = isMailed ? ("waiting" as const) : null;
    for (const { email, role, tokenHash, attributes } of links) {
      const about = { email, role, attributes: canonicalJson(attributes) };
      await insertInvitation(tx, { tokenHash, ...link, ...about, mailState, createdAt, expiresAt });
    }
    const about = { actorId: invitedBy, accountId: null, studyId };
    for (const { role } of links) {
      const detail = { purpose: link.purpose, role };
      await recordSecurity(app, tx, { kind: "link.made", ...about, detail });
    }
  });
  if (isMailed) enqueue(app, { kind: "send-invitations", studyId });
  return {
    expiresAt,
    links: links.map(({ email, token }) => ({ email, token: isMailed ? null : token })),
  };
}
