import { findAccount } from "#db/queries/accounts.ts";
import { findRound } from "#db/queries/rounds.ts";
import * as t from "#messages/mails.ts";
import type { BallotReceipt } from "#server/audit-log/receipts/receipt.ts";
import { type ReceiptFacts, receiptText } from "#server/audit-log/receipts/text.ts";
import { formatUtcMoment } from "#server/format.ts";
import { inLanguage } from "#server/locale.ts";
import type { App } from "#server/platform/app/app.ts";
import { languageOfMail } from "#server/platform/mail/language.ts";
import type { Mailer, MailMessage } from "#server/platform/mail/mailer.ts";
import { oneLine, paragraphs } from "#server/platform/mail/words.ts";
import { incident } from "#server/platform/process/incident.ts";
import { publicAddress } from "#server/platform/process/public-address.ts";
import { requireStudy } from "#server/studies/settings.ts";

/**
 * Sends the receipt of a ballot that was just recorded. Returns without waiting, so that sealing neither waits for mail
 * nor fails with it. A server that stops at that moment sends none; the receipt stays on its page.
 */
export function sendReceiptInBackground(app: App, accountId: string, receipt: BallotReceipt): void {
  if (app.mailer === null) return;
  sendReceipt(app, app.mailer, accountId, receipt).catch((error: unknown) =>
    incident(error, "mail a receipt"),
  );
}

async function sendReceipt(
  app: App,
  mailer: Mailer,
  accountId: string,
  receipt: BallotReceipt,
): Promise<void> {
  const found = await app.store.read(async (db) => {
    const account = await findAccount(db, accountId);
    return (
      account && {
        to: account.email,
        language: await languageOfMail(db, account.email, receipt.study),
        studyName: oneLine((await requireStudy(db, receipt.study)).name),
        deadlineAt: (await findRound(db, receipt.study, receipt.round))?.deadlineAt ?? null,
      }
    );
  });
  if (found === undefined) return;
  const { to, language, studyName, deadlineAt } = found;
  const message = inLanguage(language, () => receiptMessage({ ...receipt, studyName }, deadlineAt));
  await mailer.send(to, message);
}

/** Returns the mail of a receipt: which entry the ballot is, and nothing about the verdicts. */
function receiptMessage(receipt: ReceiptFacts, deadlineAt: number | null): MailMessage {
  const { study, studyName, round, seq } = receipt;
  // Stryker disable next-line ConditionalExpression,StringLiteral: without a deadline the text has no time
  const until = deadlineAt === null ? "" : formatUtcMoment(deadlineAt);
  return {
    kind: "receipt",
    subject: t.receiptSubject({ seq: String(seq), round, study: studyName }),
    text: paragraphs(
      t.receiptKeep(),
      receiptText(receipt),
      t.receiptAgain({ hasDeadline: deadlineAt !== null, until }),
      t.receiptPage({ address: publicAddress(`/studies/${study}/receipts/${round}`) }),
    ),
  };
}
