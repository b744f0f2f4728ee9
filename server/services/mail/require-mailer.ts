import type { App } from "../app.ts";
import { DomainError } from "../errors.ts";
import type { Mailer } from "./mailer.ts";

/** @throws DomainError "mail-off" */
export function mailerOf({ mailer }: Pick<App, "mailer">): Mailer {
  if (mailer !== null) return mailer;
  throw new DomainError("mail-off", "Mail is not set up on this server: copy the text and send it yourself.");
}
