import { addToMailTally } from "#db/queries/mail-tally.ts";
import type { Tx } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import { DomainError } from "#server/errors.ts";

const HOUR = 60 * 60_000;

/** Mails that one account may have this server send within a clock hour: links, reminders and tests together. */
const mailsAnHour = 600;

/**
 * Counts mails before they are sent, in the transaction of their cause. The count is in the database, so that all
 * servers of one database share it and it survives a restart.
 *
 * @throws DomainError "mail-limit"
 */
export async function countMails(
  tx: Tx,
  { accountId, count, now }: { accountId: string; count: number; now: number },
): Promise<void> {
  const hour = hourOf(now);
  if ((await addToMailTally(tx, { accountId, hour, count })) <= mailsAnHour) return;
  const minutes = Math.ceil(((hour + 1) * HOUR - now) / 60_000);
  throw new DomainError("mail-limit", t.mailLimit({ limit: mailsAnHour, minutes }));
}

/** Takes back mails that were counted at that moment and never sent, in the transaction that cancels them. */
export async function uncountMails(
  tx: Tx,
  { accountId, count, countedAt }: { accountId: string; count: number; countedAt: number },
): Promise<void> {
  await addToMailTally(tx, { accountId, hour: hourOf(countedAt), count: -count });
}

function hourOf(at: number): number {
  return Math.floor(at / HOUR);
}
