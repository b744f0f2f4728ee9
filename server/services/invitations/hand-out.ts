import { DomainError } from "#server/errors.ts";
import { hashToken } from "#server/services/accounts/tokens.ts";
import { sendLink } from "#server/services/letters/send-link.ts";
import { type LinksApp, type NewLink, withdrawInvitation } from "./invite.ts";

/** What whoever made a link gets of it; `token` is null where it was sent. */
export type HandedOut = { readonly token: string | null; readonly expiresAt: number };

/**
 * Where this server sends mail a new link goes to its address alone: whoever saw it could take it, and be somebody else.
 * Otherwise it is shown to whoever made it, this once.
 *
 * @throws DomainError "mail-failed": then the link does not work either
 */
export async function handOut(app: LinksApp, { token, expiresAt }: NewLink): Promise<HandedOut> {
  if (app.mailer === null) return { token, expiresAt };
  const delivery = await sendLink(app, app.mailer, token);
  if (delivery.isSent) return { token: null, expiresAt };
  await withdrawInvitation(app, hashToken(token));
  throw new DomainError("mail-failed", `The link was not sent, so it does not work. ${delivery.message}`);
}
