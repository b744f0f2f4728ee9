import { findCheckpoint } from "#db/queries/checkpoints.ts";
import { findEntry } from "#db/queries/log.ts";
import type { Reader } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import { readLine } from "#server/audit-log/chain.ts";
import type { CheckpointKeys } from "#server/audit-log/checkpoints/check-log.ts";
import type { ReceiptProof } from "#server/audit-log/receipts/receipt.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { cosignedNote } from "#server/studies/checkpoints/checkpoint-note.ts";
import { findStudyCheckpoints } from "#server/studies/checkpoints/identity.ts";
import { readInclusion } from "#server/studies/checkpoints/tree-hashes.ts";
import { requirePlace } from "./judging-seat.ts";

type Own = { readonly studyId: string; readonly accountId: string; readonly seq: number };

/**
 * Reads the proof for the receipt of a ballot: that its entry is in the newest checkpoint's tree. While its round is
 * open there is no proof, since checkpoints then end with the opening.
 *
 * @returns null until a checkpoint covers the entry
 * @throws DomainError "not-found" for an entry that is not a ballot; "not-on-panel" for another auditor's
 */
export async function readReceiptProof(app: App, { studyId, accountId, seq }: Own) {
  return app.store.read(async (db) => {
    await requireOwnBallot(db, { studyId, accountId, seq });
    const newest = await findCheckpoint(db, studyId);
    const keys = await findStudyCheckpoints(db, studyId);
    // Stryker disable next-line EqualityOperator: no checkpoint ends with a ballot entry
    if (newest === undefined || keys === undefined || newest.size < seq) return null;
    const hashes = await readInclusion(db, studyId, { seq, size: newest.size });
    const note = await cosignedNote(db, studyId, newest);
    // A checkpoint from before a lost history was accepted carries the name used then.
    const origin = note.slice(0, note.indexOf("\n"));
    return { hashes, note, keys: { ...keys, origin } } satisfies ReceiptProof & { keys: CheckpointKeys };
  });
}

async function requireOwnBallot(db: Reader, { studyId, accountId, seq }: Own): Promise<void> {
  const row = await findEntry(db, studyId, seq);
  const entry = row === undefined ? undefined : readLine(row.entry);
  if (entry?.type !== "ballot.sealed") {
    throw new DomainError("not-found", t.noBallotEntry({ seq }));
  }
  const { round, seat } = entry.body;
  if ((await requirePlace(db, { studyId, round, accountId })) === seat) return;
  throw new DomainError("not-on-panel", t.ballotOfOther({ seq }));
}
