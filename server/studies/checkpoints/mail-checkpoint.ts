import { listRoundAddresses } from "#db/queries/round-seats.ts";
import { findRound } from "#db/queries/rounds.ts";
import type { App } from "#server/platform/app/app.ts";
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
  const message = checkpointMessage({ studyId, round, name: oneLine(name), note });
  for (const { email, suspendedAt } of addresses) {
    if (suspendedAt === null) await app.mailer?.send(email, message);
  }
}

function checkpointMessage({
  studyId,
  round,
  name,
  note,
}: ClosedRound & { name: string; note: string }): MailMessage {
  return {
    kind: "checkpoint",
    subject: `Checkpoint: round ${round} of “${name}” has closed`,
    text: paragraphs(
      `Round ${round} of the study “${name}” has closed. Below is the checkpoint of its record: how many entries it has and their fingerprint, signed by the server, and by its witnesses as far as they have answered.`,
      "Keep this mail. If the record you are shown later is shorter, or another one at this place, the checkpoint proves it.",
      `What it is for, and the newest one:\n${publicAddress(`/checkpoints/${studyId}`)}`,
      note.trimEnd(),
    ),
  };
}
