import { findAccount, listNotificationSettings } from "#db/queries/accounts.ts";
import { postponeNotification, takeNotifications } from "#db/queries/notifications.ts";
import type { Reader } from "#db/store/store.ts";
import * as t from "#messages/mails.ts";
import { inLanguage } from "#server/locale.ts";
import type { App } from "#server/platform/app/app.ts";
import { languageOfMail } from "#server/platform/mail/language.ts";
import type { MailMessage } from "#server/platform/mail/mailer.ts";
import { paragraphs } from "#server/platform/mail/words.ts";
import { logger } from "#server/platform/process/logger.ts";
import { publicAddress } from "#server/platform/process/public-address.ts";
import { readNotificationSettings } from "#server/schemas/notifications.ts";
import { type Notification, readNotification } from "./notification-mail.ts";

/** The longest time for the mails to one account, in milliseconds. */
export const notificationLimit = 10 * 60_000;

const minute = 60_000;

/** The delays before a mail that was not sent is tried again, in milliseconds. Then it is given up. */
const retryDelays = [minute, 10 * minute, 60 * minute, 360 * minute];

/**
 * Sends the mails of an account that are due, each at most once: they are marked before they are sent, and tried again
 * only if the mail server certainly did not take them. What is not true any more is left out, such as a round that has
 * closed meanwhile, and so are the kinds that the account switched off.
 */
export async function sendNotifications(app: App, { accountId }: { accountId: string }): Promise<void> {
  const { mailer } = app;
  if (mailer === null) return;
  const now = app.now();
  const due = await app.store.tx((tx) => takeNotifications(tx, { accountId, now }));
  const mails = await app.store.read((db) => makeMails(db, accountId, due, now));
  for (const { to, message, rows } of mails) {
    const delivery = await mailer.send(to, message);
    if (!delivery.isSent) await retryLater(app, accountId, rows, delivery.mayBeSent);
  }
}

async function retryLater(app: App, accountId: string, rows: Due, mayBeSent: boolean): Promise<void> {
  await app.store.tx(async (tx) => {
    for (const { failures, ...key } of rows) {
      const delay = retryDelays[failures];
      if (mayBeSent || delay === undefined) continue;
      const sendAt = app.now() + delay;
      await postponeNotification(tx, { ...key, accountId, failures: failures + 1, sendAt });
    }
  });
  for (const { kind, failures } of rows) {
    if (!mayBeSent && failures < retryDelays.length) continue;
    logger().warn({ notification: kind, tries: failures + 1, mayBeSent }, "a notification was given up");
  }
}

type Due = Awaited<ReturnType<typeof takeNotifications>>;
type Mail = { readonly to: string; readonly message: MailMessage; readonly rows: Due };

async function makeMails(db: Reader, accountId: string, due: Due, now: number): Promise<Mail[]> {
  const account = await findAccount(db, accountId);
  if (account === undefined || account.suspendedAt !== null) return [];
  const [row] = await listNotificationSettings(db, [accountId]);
  const { off, digestHour } = readNotificationSettings(row?.settings ?? null);
  const made = [];
  for (const one of due) {
    if (off.includes(one.kind)) continue;
    const make = await readNotification(db, { ...one, accountId, now });
    const language = await languageOfMail(db, account.email, one.studyId);
    if (make !== null) made.push({ language, notification: inLanguage(language, make), rows: [one] });
  }
  const [first] = made;
  if (first === undefined) return [];
  const isDigest = digestHour !== null && made.length > 1;
  const all = made.map(({ notification }) => notification);
  const groups = isDigest
    ? [
        {
          language: first.language,
          notification: inLanguage(first.language, () => digestOf(all)),
          rows: made.flatMap(({ rows }) => rows),
        },
      ]
    : made;
  return groups.map(({ language, notification, rows }) => ({
    to: account.email,
    rows,
    message: inLanguage(language, () => messageOf(notification)),
  }));
}

/** Puts several mails into one. */
function digestOf(all: readonly Notification[]): Notification {
  return {
    subject: t.digestSubject({ count: all.length }),
    text: all.map(({ subject, text }) => paragraphs(`* ${subject}`, text)).join("\n\n\n"),
    calendars: all.flatMap(({ calendars = [] }) => calendars),
  };
}

function messageOf({ text, ...rest }: Notification): MailMessage {
  const address = publicAddress("/account#notifications");
  return { kind: "notification", ...rest, text: paragraphs(text, t.notificationSettings({ address })) };
}
