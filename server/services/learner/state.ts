import { findSnapshot } from "#db/queries/learner.ts";
import { listRoundFeatures } from "#db/queries/round-people.ts";
import type { RoundRow } from "#db/queries/rounds.ts";
import { DomainError } from "#server/errors.ts";
import type { Opening } from "#server/learner/contract/learner.ts";
import type { Features } from "#server/learner/spec/spec.ts";
import type { LearningSettings } from "#server/log/entries.ts";
import { readCells } from "#server/log/features.ts";
import { resampleSeed } from "#server/log/seeds.ts";
import type { App } from "#server/services/app/app.ts";
import { requireStudy } from "#server/services/studies/settings.ts";

/**
 * The state after `appliedSeq`; null before the first update.
 *
 * @throws DomainError "busy" if the learner has moved on meanwhile: only its newest states are kept
 */
export async function readSnapshot(
  app: App,
  studyId: string,
  appliedSeq: number,
): Promise<Uint8Array | null> {
  if (appliedSeq === 0) return null;
  const { snapshot, study } = await app.store.read(async (db) => ({
    snapshot: await findSnapshot(db, studyId, appliedSeq),
    study: await requireStudy(db, studyId),
  }));
  if (snapshot !== undefined) return snapshot;
  if (study.appliedSeq > appliedSeq)
    throw new DomainError("busy", "This study's learner moved on just now: try again.");
  throw new Error(`study ${studyId} has no snapshot after entry ${appliedSeq}`);
}

/**
 * The people of an opened round, the policy they were shown and the resamples of its close, recomputed in a worker from
 * the same state.
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
    throw new DomainError(
      "not-found",
      `Person ${row.position + 1} of round ${round.number} was erased, so its policy cannot be computed again.`,
    );
  });
  const { opening, resamples } = await app.pool.run("reopenRound", {
    spec: settings.learner,
    snapshot: await readSnapshot(app, studyId, round.appliedSeq),
    people,
    noiseSeed: round.noiseSeed,
    resampleSeed: resampleSeed(link),
  });
  const wrong = rows.findIndex((row, position) => row.chance !== opening.chances[position]);
  if (wrong >= 0)
    throw new Error(`round ${round.number} of ${studyId}: chance ${wrong} differs from the logged one`);
  return { people, opening, resamples };
}
