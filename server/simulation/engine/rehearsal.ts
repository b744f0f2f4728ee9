import type { Features } from "#server/learner/config/spec.ts";
import type { LearnerState } from "#server/learner/learners.ts";
import { learnerOf } from "#server/learner/learners.ts";
import { errorLoss } from "#server/simulation/engine/loss.ts";
import { bindRun, type RunSpec } from "./play.ts";

/** The results of one run of a rehearsal, round by round: [T] each. */
export type RehearsedRun = {
  /** Whether the round ended in a report. */
  readonly reported: readonly (0 | 1)[];
  /** Pairs that could be judged. */
  readonly pairs: readonly number[];
  /** How many of them each seat should judge. */
  readonly asked: readonly number[];
  readonly people: readonly number[];
  readonly picked: readonly number[];
  /** The number of decisions that the labels contradict. */
  readonly wrong: readonly number[];
  /** Chances of the examples before the limit, at the openings of the sampled rounds: [asked][examples]. */
  readonly chances: readonly (readonly number[])[];
};

/** An arbitrary seed of 32 bytes: the examples' chances are computed separately from the run, with their own noise. */
const SEED = "a5".repeat(32);

/**
 * Plays one run and keeps the figures that an operator needs.
 *
 * @param rounds T
 * @param asked rounds at whose openings the examples' chances are taken, ascending, each at most T
 * @param examples people of the study, in the order of their features
 * @throws LearnerError as the learner does
 * Cost: T rounds, and an opening for the examples at each asked round.
 */
export function rehearse(
  spec: RunSpec,
  { rounds, asked, examples }: { rounds: number; asked: readonly number[]; examples: readonly Features[] },
): RehearsedRun {
  const run = bindRun(spec);
  const played = {
    reported: [] as (0 | 1)[],
    pairs: [] as number[],
    asked: [] as number[],
    people: [] as number[],
    picked: [] as number[],
    wrong: [] as number[],
    chances: [] as (readonly number[])[],
  };
  let state = run.start();
  for (let t = 1; t <= rounds; t++) {
    if (asked.includes(t)) played.chances.push(chancesOf(spec, state.learner, examples));
    const next = run.play(state);
    const { violations, eligibleCount, askedCount, decisions, labels } = next.round;
    played.reported.push(violations.length > 0 ? 1 : 0);
    played.pairs.push(eligibleCount);
    played.asked.push(askedCount);
    played.people.push(decisions.length);
    played.picked.push(decisions.reduce<number>((sum, decision) => sum + decision, 0));
    played.wrong.push(errorLoss(decisions, labels));
    state = next.state;
  }
  return played;
}

/** Returns base chances, computed in groups no larger than a round. */
function chancesOf({ learner: spec }: RunSpec, state: LearnerState, examples: readonly Features[]): number[] {
  const chances: number[] = [];
  for (let from = 0; from < examples.length; from += spec.roundSize) {
    const people = examples.slice(from, from + spec.roundSize);
    const opening = learnerOf(spec).open(state, people, SEED);
    chances.push(...(opening.guard?.base ?? opening.chances).map(Number));
  }
  return chances;
}
