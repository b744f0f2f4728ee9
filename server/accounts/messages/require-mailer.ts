import * as t from "#messages/refusals.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import type { Mailer } from "#server/platform/mail/mailer.ts";

/** Returns the mailer. @throws DomainError "mail-off" */
export function mailerOf({ mailer }: Pick<App, "mailer">): Mailer {
  if (mailer !== null) return mailer;
  throw new DomainError("mail-off", t.mailOff());
}
