import {
  deleteWitnessTrouble,
  findCheckpoint,
  findNewestCosignature,
  insertCosignature,
  listCosignatures,
  listWitnessTroubles,
  putWitnessTrouble,
} from "#db/queries/checkpoints.ts";
import { listEntriesOf } from "#db/queries/log.ts";
import { findStudy, lockStudy } from "#db/queries/studies.ts";
import type { Reader } from "#db/store/store.ts";
import { consistencyPlan, proofOf } from "#server/audit-log/tree/proofs.ts";
import type { App } from "#server/platform/app/app.ts";
import {
  askAfterRestore,
  askWitness,
  type WitnessAnswer,
  type WitnessProblem,
} from "#server/platform/witnesses/ask.ts";
import type { Witness } from "#server/platform/witnesses/settings.ts";
import { readInclusion, readNodes } from "./tree-hashes.ts";

/** How long a server waits before it retries: twice as long each time, in milliseconds. */
const waits = { first: 5_000, longest: 5 * 60_000 } as const;

/**
 * Has the newest checkpoint cosigned by one witness, unless it is cosigned already. A failure is recorded for the
 * study's pages.
 *
 * @returns how long to wait before retrying; null if no retry is needed
 */
export async function cosignNewest(app: App, studyId: string, witness: Witness): Promise<number | null> {
  const { newest, restoredSeq, cosignedSize } = await app.store.read(async (db) => ({
    newest: await findCheckpoint(db, studyId),
    restoredSeq: (await findStudy(db, studyId))?.restoredSeq ?? 0,
    cosignedSize: (await findNewestCosignature(db, { studyId, witness: witness.key }))?.size ?? 0,
  }));
  if (newest === undefined || cosignedSize >= newest.size) return null;
  // The checkpoint has the log's name from before a lost history was accepted, which a witness does not cosign any more.
  if (newest.size < restoredSeq) return null;
  let answer = await requestCosignature(app, { studyId, witness, newest, oldSize: cosignedSize });
  if (answer.kind === "other-size" && answer.size <= newest.size) {
    answer = await requestCosignature(app, { studyId, witness, newest, oldSize: answer.size });
  }
  if (answer.kind === "unknown-log" && restoredSeq > 0) {
    answer = await requestAfterRestore(app, { studyId, witness, newest, oldSize: cosignedSize });
  }
  if (answer.kind === "cosigned") {
    await storeCosignature(app, { studyId, witness: witness.key, size: newest.size }, answer);
    return null;
  }
  return noteTrouble(app, { studyId, witness: witness.key }, problemOf(answer, newest.size));
}

type CosigningRequest = {
  studyId: string;
  witness: Witness;
  newest: { size: number; note: string };
  oldSize: number;
};

async function requestCosignature(
  app: App,
  { studyId, witness, newest, oldSize }: CosigningRequest,
): Promise<WitnessAnswer> {
  const { size, note } = newest;
  const proof = await app.store.read((db) => readGrowth(db, { studyId, oldSize, size }));
  return askWitness(witness, { oldSize, proof, note });
}

/**
 * Requests the first cosignature under the name of a restored log. The witness names the size up to which it wants to see
 * that nothing was changed.
 */
async function requestAfterRestore(
  app: App,
  { studyId, witness, newest: { size, note }, oldSize }: CosigningRequest,
): Promise<WitnessAnswer> {
  const restores = await app.store.read(async (db) => {
    const which = { studyId, types: ["log.restored"], after: 0, upTo: size, limit: 1_000 };
    const proven = [];
    for (const { seq, entry } of await listEntriesOf(db, which))
      proven.push({ entry, proof: await readInclusion(db, studyId, { seq, size }) });
    return proven;
  });
  const from = async (oldSize: number) => {
    const proof = await app.store.read((db) => readGrowth(db, { studyId, oldSize, size }));
    return askAfterRestore(witness, { oldSize, proof, note, restores });
  };
  const answer = await from(oldSize);
  return answer.kind === "other-size" && answer.size <= size ? from(answer.size) : answer;
}

/** Reads the proof that the tree of `size` entries begins with that of `oldSize`. */
async function readGrowth(
  db: Reader,
  { studyId, oldSize, size }: { studyId: string; oldSize: number; size: number },
): Promise<string[]> {
  const plan = consistencyPlan(oldSize, size);
  return proofOf(plan, await readNodes(db, studyId, plan.flat()));
}

function problemOf(answer: Exclude<WitnessAnswer, { kind: "cosigned" }>, size: number): WitnessProblem {
  if (answer.kind !== "other-size") return answer.problem;
  if (answer.size <= size) return { kind: "twoSizes" };
  return { kind: "ahead", answered: answer.size, held: size };
}

type StudyWitness = { readonly studyId: string; readonly witness: string };

/**
 * Stores a cosignature. Another process may have requested one as well: any cosignature of the same witness will do.
 */
async function storeCosignature(
  app: App,
  { studyId, witness, size }: StudyWitness & { size: number },
  { line, at }: WitnessAnswer & { kind: "cosigned" },
): Promise<void> {
  await app.store.tx(async (tx) => {
    await lockStudy(tx, studyId);
    await deleteWitnessTrouble(tx, { studyId, witness });
    const others = await listCosignatures(tx, studyId, size);
    if (others.some((other) => other.witness === witness)) return;
    await insertCosignature(tx, { studyId, size, witness, line, witnessedAt: at * 1_000 });
  });
}

async function noteTrouble(app: App, place: StudyWitness, why: WitnessProblem): Promise<number> {
  const triedAt = app.now();
  return app.store.tx(async (tx) => {
    await lockStudy(tx, place.studyId);
    const troubles = await listWitnessTroubles(tx, place.studyId);
    const before = troubles.find(({ witness }) => witness === place.witness);
    const tryCount = (before?.tryCount ?? 0) + 1;
    const problem = JSON.stringify(why);
    await putWitnessTrouble(tx, { ...place, problem, since: before?.since ?? triedAt, triedAt, tryCount });
    return Math.min(waits.first * 2 ** (tryCount - 1), waits.longest);
  });
}
