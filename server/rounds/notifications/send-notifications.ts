import { findAccount } from "#db/queries/accounts.ts";
import { takeNotifications } from "#db/queries/notifications.ts";
import { inLanguage } from "#server/locale.ts";
import type { App } from "#server/platform/app/app.ts";
import { languageOfMail } from "#server/platform/mail/language.ts";
import type { MailMessage } from "#server/platform/mail/mailer.ts";
import { type Notification, readNotification } from "./read-notification.ts";

/** The longest time for the mails to one account, in milliseconds. */
export const notificationLimit = 10 * 60_000;

/**
 * Sends the mails of an account that are due, each at most once: they are marked before they are sent. What is not true
 * any more is left out, such as a round that has closed meanwhile.
 */
export async function sendNotifications(app: App, { accountId }: { accountId: string }): Promise<void> {
  const { mailer } = app;
  if (mailer === null) return;
  const now = app.now();
  const due = await app.store.tx((tx) => takeNotifications(tx, { accountId, now }));
  for (const one of due) {
    const mail = await app.store.read(async (db) => {
      const account = await findAccount(db, accountId);
      if (account === undefined || account.suspendedAt !== null) return null;
      const make = await readNotification(db, { ...one, accountId, now });
      const language = await languageOfMail(db, account.email, one.studyId);
      return make && { to: account.email, message: inLanguage(language, () => messageOf(make())) };
    });
    if (mail !== null) await mailer.send(mail.to, mail.message);
  }
}

function messageOf(notification: Notification): MailMessage {
  return { kind: "notification", ...notification };
}
