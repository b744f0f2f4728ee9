import { listRoundAddresses } from "#db/queries/round-seats.ts";
import { findRound } from "#db/queries/rounds.ts";
import * as t from "#messages/mails.ts";
import { inLanguage } from "#server/locale.ts";
import type { App } from "#server/platform/app/app.ts";
import { languageOfMail } from "#server/platform/mail/language.ts";
import type { MailMessage } from "#server/platform/mail/mailer.ts";
import { oneLine, paragraphs } from "#server/platform/mail/words.ts";
import { publicAddress } from "#server/platform/process/public-address.ts";
import { requireStudy } from "../settings.ts";
import { readCheckpointNote } from "./read-checkpoints.ts";

type ClosedRound = { readonly studyId: string; readonly round: number };

/** The longest time for the mails to a panel, in milliseconds. */
export const checkpointMailLimit = 30 * 60_000;

/**
 * Mails the newest checkpoint to every auditor on the panel of a closed round. With the mail kept, an auditor can
 * detect a changed record without this server and without a witness. A failed mail is not retried: the next close sends
 * the next checkpoint.
 */
export async function mailCheckpoint(app: App, { studyId, round }: ClosedRound): Promise<void> {
  if (app.mailer === null) return;
  const { state, name, addresses } = await app.store.read(async (db) => ({
    state: (await findRound(db, studyId, round))?.state,
    name: (await requireStudy(db, studyId)).name,
    addresses: await listRoundAddresses(db, studyId, round),
  }));
  // With a beacon the round is in state "closing" first.
  if (state !== "closed") return;
  const note = await readCheckpointNote(app, studyId);
  if (note === undefined) return;
  const about = { studyId, round, name: oneLine(name), note };
  for (const { email, suspendedAt } of addresses) {
    if (suspendedAt !== null) continue;
    const language = await app.store.read((db) => languageOfMail(db, email, studyId));
    await app.mailer?.send(
      email,
      inLanguage(language, () => checkpointMessage(about)),
    );
  }
}

function checkpointMessage({
  studyId,
  round,
  name,
  note,
}: ClosedRound & { name: string; note: string }): MailMessage {
  const about = { round, study: name };
  return {
    kind: "checkpoint",
    subject: t.checkpointSubject(about),
    text: paragraphs(
      t.checkpointText(about),
      t.checkpointKeep(),
      t.checkpointLink({ address: publicAddress(`/checkpoints/${studyId}`) }),
      note.trimEnd(),
    ),
  };
}
