import { sendLink } from "#server/accounts/messages/send-link.ts";
import { hashToken } from "#server/accounts/tokens.ts";
import { DomainError } from "#server/errors.ts";
import { type LinksApp, type NewLink, withdrawInvitation } from "./invite.ts";

/** What whoever made a link gets of it; `token` is null where it was sent. */
export type DeliveredLink = { readonly token: string | null; readonly expiresAt: number };

/**
 * Where this server sends mail a new link goes to its address alone: whoever saw it could take it, and be somebody else.
 * Otherwise it is shown to whoever made it, this once.
 *
 * @throws DomainError "mail-failed": then the link does not work either
 */
export async function deliverLink(app: LinksApp, { token, expiresAt }: NewLink): Promise<DeliveredLink> {
  if (app.mailer === null) return { token, expiresAt };
  const delivery = await sendLink(app, app.mailer, token);
  if (delivery.isSent) return { token: null, expiresAt };
  await withdrawInvitation(app, hashToken(token));
  throw new DomainError("mail-failed", `The link was not sent, so it does not work. ${delivery.message}`);
}
