import { findAccount } from "#db/queries/accounts.ts";
import * as mails from "#messages/mails.ts";
import * as t from "#messages/refusals.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import type { Delivery } from "#server/platform/mail/mailer.ts";
import { paragraphs } from "#server/platform/mail/words.ts";
import { publicAddress } from "#server/platform/process/public-address.ts";
import { countMails } from "./mail-rate.ts";
import { mailerOf } from "./require-mailer.ts";

/** Returns the sender and the mail server; null if mail is off. */
export function describeMail({ mailer }: Pick<App, "mailer">): { from: string; server: string } | null {
  return mailer && { from: mailer.from, server: mailer.server };
}

/** Sends a test mail to an administrator. @throws DomainError "mail-off", "mail-limit" */
export async function sendTestMail(app: App, accountId: string): Promise<Delivery> {
  const mailer = mailerOf(app);
  const account = await app.store.tx(async (tx) => {
    await countMails(tx, { accountId, count: 1, now: app.now() });
    return findAccount(tx, accountId);
  });
  if (account === undefined) throw new DomainError("not-found", t.accountUnknown());
  return mailer.send(account.email, {
    kind: "test",
    subject: mails.testSubject(),
    text: paragraphs(mails.testText(), mails.testSentBy({ address: publicAddress() })),
  });
}
