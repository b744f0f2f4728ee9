import { findAccount } from "#db/queries/accounts.ts";
import { findRound } from "#db/queries/rounds.ts";
import type { BallotReceipt } from "#server/audit-log/receipts/receipt.ts";
import { type ReceiptFacts, receiptText } from "#server/audit-log/receipts/text.ts";
import { formatUtcMoment } from "#server/format.ts";
import type { App } from "#server/platform/app/app.ts";
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
  const { account, studyName, deadlineAt } = await app.store.read(async (db) => ({
    account: await findAccount(db, accountId),
    studyName: (await requireStudy(db, receipt.study)).name,
    deadlineAt: (await findRound(db, receipt.study, receipt.round))?.deadlineAt ?? null,
  }));
  if (account === undefined) return;
  await mailer.send(account.email, receiptMessage({ ...receipt, studyName: oneLine(studyName) }, deadlineAt));
}

/** Returns the mail of a receipt: which entry the ballot is, and nothing about the verdicts. */
function receiptMessage(receipt: ReceiptFacts, deadlineAt: number | null): MailMessage {
  const { study, studyName, round, seq } = receipt;
  const until = deadlineAt === null ? "Until the round closes" : `Until ${formatUtcMoment(deadlineAt)}`;
  return {
    kind: "receipt",
    subject: `Receipt: entry ${seq}, round ${round} of “${studyName}”`,
    text: paragraphs(
      "Your ballot is recorded. Keep this receipt: whoever may read the record can tell by it whether anything up to this entry was changed.",
      receiptText(receipt),
      `${until} you can change your verdicts and seal again. You get a new receipt, and this one stays valid as a record.`,
      `Open your receipt page once more after the round has ended, on the device you sealed with. The server’s signature is then added to your receipt:\n${publicAddress(`/studies/${study}/receipts/${round}`)}`,
    ),
  };
}
