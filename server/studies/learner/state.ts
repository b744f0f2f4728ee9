import { findSnapshot, findStateHash } from "#db/queries/learner.ts";
import { listRoundFeatures } from "#db/queries/round-people.ts";
import type { RoundRow } from "#db/queries/rounds.ts";
import * as t from "#messages/refusals.ts";
import type { LearningSettings } from "#server/audit-log/entries.ts";
import { readCells } from "#server/audit-log/features.ts";
import { resampleSeed } from "#server/audit-log/seeds.ts";
import { DomainError } from "#server/errors.ts";
import type { Features, LearnerSpec } from "#server/learner/config/spec.ts";
import type { Opening } from "#server/learner/interface/learner.ts";
import type { App } from "#server/platform/app/app.ts";
import { loadRuleList } from "#server/platform/app/rule-lists.ts";
import { requireStudy } from "#server/studies/settings.ts";
import type { StoredState } from "#server/workers/learner-tasks.ts";
import { isDamagedState, rebuildState } from "./rebuild-state.ts";
import { cachedState, cacheState, dropCachedStates } from "./state-cache.ts";

type LearnerPosition = { readonly studyId: string; readonly spec: LearnerSpec; readonly appliedSeq: number };

/**
 * Runs `work` with the state after `appliedSeq`; null before the first update. The stored state is a cache: a damaged
 * or lost one is rebuilt from the log.
 *
 * @throws DomainError "busy" if the learner has moved on meanwhile: only its newest states are kept
 */
export async function withState<T>(
  app: App,
  place: LearnerPosition,
  work: (stored: StoredState) => Promise<T>,
): Promise<T> {
  const { spec } = place;
  const snapshot = await readLearnerState(app, place);
  return work({ spec, snapshot }).catch(async (error: unknown) => {
    if (!isDamagedState(error)) throw error;
    dropCachedStates(app, place.studyId);
    return work({ spec, snapshot: await rebuildState(app, place) });
  });
}

/**
 * Reads the state after `appliedSeq`; null before the first update. A lost one is rebuilt from the log.
 *
 * @throws DomainError "busy" if the learner has moved on meanwhile
 */
async function readLearnerState(app: App, place: LearnerPosition): Promise<Uint8Array | null> {
  const { studyId, appliedSeq } = place;
  if (appliedSeq === 0) return null;
  const { stateHash, snapshot, study } = await app.store.read(async (db) => {
    const stateHash = await findStateHash(db, studyId, appliedSeq);
    const cached = stateHash === undefined ? undefined : cachedState(app, { studyId, stateHash });
    const snapshot = cached ?? (await findSnapshot(db, studyId, appliedSeq));
    return { stateHash, snapshot, study: await requireStudy(db, studyId) };
  });
  if (snapshot !== undefined) {
    if (stateHash !== undefined) cacheState(app, { studyId, stateHash }, snapshot);
    return snapshot;
  }
  if (study.appliedSeq > appliedSeq) throw new DomainError("busy", t.learnerMovedOn());
  return rebuildState(app, place);
}

/**
 * Reads the people of an opened round, the policy they were shown and the resamples of its close, recomputed in a
 * worker from the same state.
 */
export async function readPolicy(
  app: App,
  studyId: string,
  settings: LearningSettings,
  round: RoundRow,
  link: string,
): Promise<{ people: Features[]; opening: Opening; resamples: readonly number[] }> {
  const rows = await app.store.read((db) => listRoundFeatures(db, studyId, [round.number]));
  const people = rows.map((row) => {
    if (row.features !== null) return readCells(row.features);
    const message = t.policyOfErased({ person: row.position + 1, round: round.number });
    throw new DomainError("not-found", message);
  });
  const seeds = { noiseSeed: round.noiseSeed, resampleSeed: resampleSeed(link) };
  const place = { studyId, spec: settings.learner, appliedSeq: round.appliedSeq };
  await loadRuleList(app, settings.learner);
  const { opening, resamples } = await withState(app, place, (stored) =>
    app.pool.run("reopenRound", { ...stored, people, ...seeds }),
  );
  const wrong = rows.findIndex((row, position) => row.chance !== opening.chances[position]);
  if (wrong >= 0)
    throw new Error(`round ${round.number} of ${studyId}: chance ${wrong} differs from the logged one`);
  return { people, opening, resamples };
}
