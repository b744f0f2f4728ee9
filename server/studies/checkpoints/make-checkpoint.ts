import { type CheckpointRow, findCheckpoint, insertCheckpoint } from "#db/queries/checkpoints.ts";
import { listOpenRounds } from "#db/queries/rounds.ts";
import { lockStudy } from "#db/queries/studies.ts";
import type { Reader } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import { checkpointText } from "#server/audit-log/checkpoints/checkpoint.ts";
import { noteText } from "#server/audit-log/checkpoints/note.ts";
import { signNote } from "#server/audit-log/checkpoints/sign.ts";
import { LogError } from "#server/audit-log/errors.ts";
import { joined, nodesOf } from "#server/audit-log/tree/nodes.ts";
import { consistencyPlan, proofOf } from "#server/audit-log/tree/proofs.ts";
import { verifyConsistency } from "#server/audit-log/tree/verify.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { markFact, recordNow } from "#server/platform/high-water-mark/record-marks.ts";
import { requireStudy } from "../settings.ts";
import { findStudyCheckpoints, requireOwnKey, type StudyCheckpoints, signerOf } from "./identity.ts";
import { readNodes, storeTiles } from "./tree-hashes.ts";

/**
 * Returns how many entries the next checkpoint covers: up to the opening of the oldest round that takes ballots, since
 * their number must stay secret until the close. With frozen ballots it covers all: their draw needs a witness that saw
 * which number it named.
 */
export async function nextSize(db: Reader, studyId: string): Promise<number> {
  const [study, open] = [await requireStudy(db, studyId), await listOpenRounds(db, studyId)];
  const isFrozen = open.some(({ state }) => state === "closing");
  return isFrozen ? study.nextSeq - 1 : (open[0]?.openedSeq ?? study.nextSeq - 1);
}

/**
 * Signs the entries of a study's log up to {@link nextSize}, unless that was done already. The checkpoint is computed
 * and signed before the lock, and written only if no other checkpoint was written meanwhile.
 *
 * Cost: milliseconds, also for a million entries, once the tiles exist.
 *
 * @throws DomainError "not-found" for a draft; "secret-mismatch"; LogError "checkpoint-differs" if the log does not
 *   begin with the tree of the newest checkpoint: nothing is signed in that case
 */
export async function makeCheckpoint(app: App, studyId: string): Promise<CheckpointRow> {
  for (;;) {
    const size = await app.store.read((db) => nextSize(db, studyId));
    await storeTiles(app, studyId);
    const { checkpoints, newest, root } = await app.store.read(async (db) => {
      const before = await findCheckpoint(db, studyId);
      return {
        checkpoints: await findStudyCheckpoints(db, studyId),
        newest: before,
        root: await readRoot(db, { studyId, size, before }),
      };
    });
    if (checkpoints === undefined) throw new DomainError("not-found", t.noRecordYet());
    if (newest !== undefined && newest.size >= size) return newest;
    const signed = { ...sign(app, checkpoints, { size, root }), signedAt: app.now() };
    // Recorded before anyone can see it, so that a restored log declares the largest checkpoint of the lost history.
    await recordNow(app, studyId);
    await markFact(app, studyId, { checkpoint: signed.note, size });
    const isStored = await app.store.tx(async (tx) => {
      await lockStudy(tx, studyId);
      if ((await findCheckpoint(tx, studyId))?.size !== newest?.size) return false;
      await insertCheckpoint(tx, { studyId, ...signed });
      return true;
    });
    if (isStored) return signed;
  }
}

type Growth = { studyId: string; size: number; before: CheckpointRow | undefined };

/** Reads the root of the tree, after checking that the tree begins with the newest checkpoint's. */
async function readRoot(db: Reader, { studyId, size, before }: Growth): Promise<string> {
  const whole = nodesOf({ start: 0, end: size });
  const oldSize = Math.min(before?.size ?? 0, size);
  const plan = consistencyPlan(oldSize, size);
  const hashOf = await readNodes(db, studyId, [...whole, ...plan.flat()]);
  const root = joined(whole.map(hashOf));
  if (before === undefined) return root;
  const grown = { oldSize: before.size, oldRoot: before.root, size, root, proof: proofOf(plan, hashOf) };
  if (before.size > size || verifyConsistency(grown)) return root;
  throw new LogError(
    "checkpoint-differs",
    `the log of ${studyId} does not begin with the ${before.size} entries that were signed for: it was changed behind the program's back`,
  );
}

function sign(app: App, checkpoints: StudyCheckpoints, { size, root }: { size: number; root: string }) {
  requireOwnKey(app, checkpoints);
  const text = checkpointText({ origin: checkpoints.origin, size, root });
  const signature = signNote(text, signerOf(app, checkpoints.origin));
  return { size, root, note: noteText({ text, signatures: [signature] }) };
}
