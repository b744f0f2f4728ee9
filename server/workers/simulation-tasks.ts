import type { Features } from "#server/learner/config/spec.ts";
import { cellAt } from "#server/simulation/cells.ts";
import { type DraftWorld, draftWorld } from "#server/simulation/draft-world.ts";
import { type DistanceWeights, weightedDistance } from "#server/simulation/engine/distances.ts";
import type { Population } from "#server/simulation/engine/population.ts";
import type { SimulationPlan } from "#server/simulation/plan.ts";
import {
  type AheadCounts,
  fitPanel,
  type JudgedRound,
  playAhead,
  type StudyAhead,
} from "#server/simulation/rehearsal/from-verdicts.ts";
import { type StrictnessPair, strictnessPairs } from "#server/simulation/rehearsal/strictness.ts";
import type { CellResult } from "#server/simulation/results.ts";
import { runCell } from "#server/simulation/run-cell.ts";
import type { World } from "#server/simulation/world.ts";
import { learnerColumns } from "#server/study/columns.ts";
import type { PeopleDraft } from "#server/study/draft.ts";
import { preparePeople } from "#server/study/files/people/prepare-people.ts";
import { type PackedFile, unpackFile } from "#server/study/files/reading/packed-file.ts";
import { type Result, toResult } from "#server/study/files/reading/result.ts";
import { type StoredState, stateOf } from "./learner-tasks.ts";

/** Reads the people of a draft's plan from its file. */
export function readDraftWorld(input: { spec: SimulationPlan; packed: PackedFile }): Result<DraftWorld> {
  return toResult(() => draftWorld(input.spec, unpackFile(input.packed)));
}

/** A person of a question about the strictness of the panel. */
export type StrictnessPerson = {
  readonly place: number;
  readonly identifier: string | null;
  readonly cells: Features;
};

/**
 * Chooses the pairs of a draft's people by which its operator estimates how strict the panel is.
 *
 * @param input.weights of the shown columns, with which people at opposite ends have distance 1
 */
export function chooseStrictnessPairs(input: {
  packed: PackedFile;
  people: PeopleDraft;
  weights: DistanceWeights;
  alphaPoints: number;
}): Result<{ pairs: StrictnessPair[]; people: StrictnessPerson[] }> {
  return toResult(() => {
    const { features, identifiers } = preparePeople(unpackFile(input.packed), input.people);
    const distance = weightedDistance(learnerColumns(input.people.columns), input.weights);
    const pairs = strictnessPairs(features, distance, input.alphaPoints);
    const places = new Set(pairs.flatMap(({ high, low }) => [high, low]));
    const people = [...places].map((place) => ({
      place,
      identifier: identifiers[place - 1]?.[0] ?? null,
      cells: features[place - 1] ?? [],
    }));
    return { pairs, people };
  });
}

/**
 * Plays one cell of a plan.
 *
 * @param input.spec the plan
 * @param input.place which cell of the plan, from 0
 * @param input.played memory shared with the caller: rounds played so far: [1]
 */
export function simulateCell(input: {
  spec: SimulationPlan;
  world: World;
  place: number;
  played: Float64Array;
}): Promise<CellResult> {
  const { spec, world, place, played } = input;
  return runCell(cellAt(spec, world, place), spec.frontier?.rules ?? [], (rounds) => {
    played[0] = rounds;
  });
}

/** Fits the panel of a running study to its verdicts; null without a verdict. */
export function fitToVerdicts(input: {
  rounds: readonly JudgedRound[];
  alpha: string;
  population: Population;
}): ReturnType<typeof fitPanel> {
  return fitPanel(input.rounds, input);
}

/**
 * Plays the next rounds of a running study from its learner's state.
 *
 * @param input.played as for simulateCell
 */
export function simulateAhead(
  input: StoredState & {
    study: StudyAhead;
    points: number;
    seed: number;
    rounds: number;
    played: Float64Array;
  },
): Promise<AheadCounts> {
  const { spec, study, played } = input;
  return playAhead({ spec, state: stateOf(input) }, study, input, (rounds) => {
    played[0] = rounds;
  });
}
