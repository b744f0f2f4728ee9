import { findStateHash, findTotals, putSnapshot } from "#db/queries/learner.ts";
import { findEntry, findLastSeqOf } from "#db/queries/log.ts";
import type { Reader } from "#db/store/store.ts";
import { readLine } from "#server/audit-log/chain.ts";
import type { Entry } from "#server/audit-log/entries.ts";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { peopleIn, type SerialisedState } from "#server/learner/interface/serialised-state.ts";
import { isLearnerError } from "#server/learner/numeric/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { logger } from "#server/platform/process/logger.ts";
import { namedCells, readSteps } from "./read-steps.ts";

type LearnerPosition = { readonly studyId: string; readonly spec: LearnerSpec; readonly appliedSeq: number };

const stepsAtOnce = 500;

/**
 * Replays the log up to an update whose stored state is lost or damaged, and stores the result.
 *
 * @throws Error if the result is not what the log binds
 */
export async function rebuildState(app: App, place: LearnerPosition): Promise<Uint8Array> {
  const { studyId, appliedSeq } = place;
  const state = await replayState(app, place);
  await app.store.tx((tx) => putSnapshot(tx, { studyId, appliedSeq, state, createdAt: app.now() }));
  logger().warn({ studyId, appliedSeq }, "a damaged state of the learner was made again from the log");
  return state;
}

/**
 * Replays the log up to an update. After an erasure it begins with the totals that were kept then.
 *
 * @throws Error if the result is not what the log binds
 */
export async function replayState(app: App, place: LearnerPosition): Promise<Uint8Array> {
  const { studyId, spec, appliedSeq } = place;
  const start = await app.store.read((db) => findStart(db, place));
  let tip = start.tip && (await app.pool.run("restoreState", { spec, ...start.tip }));
  let after = start.after;
  while (after < appliedSeq) {
    const part = { studyId, after, upTo: appliedSeq, limit: stepsAtOnce };
    const { steps, seqs } = await app.store.read((db) => readSteps(db, part));
    const last = seqs.at(-1);
    if (last === undefined) break;
    tip = await app.pool.run("applySteps", { spec, snapshot: tip?.snapshot ?? null, steps });
    after = last;
  }
  const bound = await app.store.read((db) => findStateHash(db, studyId, appliedSeq));
  if (tip === null || tip.stateHash !== bound)
    throw new Error(`the state of ${studyId} after entry ${appliedSeq} cannot be made again from its log`);
  return tip.snapshot;
}

/** Whether an error reports a damaged stored state. */
export function isDamagedState(error: unknown): boolean {
  return isLearnerError(error) && error.code === "snapshot-damaged";
}

type Start = { readonly after: number; readonly tip: SerialisedState | null };

/** Finds the last erasure up to here that kept totals, or the beginning. */
async function findStart(db: Reader, { studyId, appliedSeq }: LearnerPosition): Promise<Start> {
  let seq = await findLastSeqOf(db, studyId, "person.erased", appliedSeq);
  while (seq > 0) {
    const row = await findEntry(db, studyId, seq);
    const { state } = (readLine(row?.entry ?? "") as Entry<"person.erased">).body;
    if (state !== null) {
      const totals = await findTotals(db, { studyId, hash: state.totals });
      if (totals === undefined) throw new Error(`${studyId} lacks the totals of the erasure in entry ${seq}`);
      const cells = await namedCells(db, studyId, peopleIn(state.head));
      return { after: seq - 1, tip: { head: state.head, totals, cells } };
    }
    seq = await findLastSeqOf(db, studyId, "person.erased", seq - 1);
  }
  return { after: 0, tip: null };
}
