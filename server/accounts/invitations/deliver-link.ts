import * as t from "#messages/refusals.ts";
import { sendLink } from "#server/accounts/messages/send-link.ts";
import { hashToken } from "#server/accounts/secret-tokens.ts";
import { DomainError } from "#server/errors.ts";
import { type LinksApp, type NewLink, withdrawInvitation } from "./invite.ts";

/** The link as its maker receives it; `token` is null if it was sent by mail. */
export type DeliveredLink = { readonly token: string | null; readonly expiresAt: number };

/**
 * Delivers a new link. If this server sends mail, the link goes to its address alone, since any person who saw it could
 * use it. Otherwise its maker sees it once.
 *
 * @throws DomainError "mail-failed": the link does not work either in that case
 */
export async function deliverLink(app: LinksApp, { token, expiresAt }: NewLink): Promise<DeliveredLink> {
  if (app.mailer === null) return { token, expiresAt };
  const delivery = await sendLink(app, app.mailer, token);
  if (delivery.isSent) return { token: null, expiresAt };
  await withdrawInvitation(app, hashToken(token));
  throw new DomainError("mail-failed", t.mailFailed({ reason: delivery.message }));
}
