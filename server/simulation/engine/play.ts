import { drawRound } from "#server/learner/draw.ts";
import type { ClosedRound } from "#server/learner/interface/learner.ts";
import { type LearnerState, learnerOf } from "#server/learner/learners.ts";
import { parseNumber } from "#server/learner/numeric/decimal.ts";
import { openRandom, type RandomState, withRandom } from "#server/learner/numeric/randomness.ts";
import { pairsInEffect } from "#server/learner/panel/panel.ts";
import { bindPanelRule } from "#server/learner/panel/panel-rule.ts";
import { type Environment, type EnvironmentState, environment, shuffled } from "./environments.ts";
import { type AwaitedRound, type OutcomesState, passOutcomes, startOutcomes } from "./outcomes.ts";
import { type PanelsState, panels } from "./panels.ts";
import type { PlayedRound } from "./played-round.ts";
import { type Presenting, presentRound } from "./present.ts";
import type { RunSpec } from "./run-spec.ts";

/** The state of a run. All parts are values. */
export type RunState = {
  readonly learner: LearnerState;
  readonly environment: EnvironmentState;
  readonly panel: PanelsState;
  readonly draw: RandomState;
  readonly noise: RandomState;
  readonly outcomes: OutcomesState;
  /** Rounds that are opened, judged and not yet closed, in their order. */
  readonly open: readonly JudgedRound[];
};

/** A round with everything that its closing needs. */
type JudgedRound = ClosedRound & AwaitedRound;

export type Run = {
  start(): RunState;
  /** @throws LearnerError as the learner does, "horizon-passed" among them */
  play(state: RunState): { readonly round: PlayedRound; readonly state: RunState };
};

/**
 * Binds a run. One round does what the services do: open, the eligible pairs, every seat's flags, decidePanel, draw,
 * the round's update; then the outcomes that are due, each with the chance of its own round.
 *
 * With several rounds open at once, people judge a round as soon as it is opened, and the learner hears of it when it is
 * closed.
 *
 * Memory: a state is one learner state, the open rounds, the pending outcomes and five streams, whatever T is.
 *
 * The plan of a simulation has checked the numbers of its spec.
 *
 * @throws LearnerError on what depends on the learner, the people or the panel
 * Cost of `play`: O(N k) for Exp2 and O(m k²) for the panel.
 */
export function bindRun(spec: RunSpec): Run {
  const learner = learnerOf(spec.learner);
  const world = environment(spec.environment, spec.population);
  const seats = panels(spec.panel, spec.population);
  const rule = bindPanelRule(spec.rule, seats.seatCount);
  const bound: Bound = { spec, learner, world, seats, rule, alpha: parseNumber(spec.learner.alpha) };
  return {
    start: () => ({
      learner: learner.init(spec.learner),
      environment: world.start(openRandom(spec.seed, "people")),
      panel: seats.start(openRandom(spec.seed, "panel")),
      draw: openRandom(spec.seed, "draw"),
      noise: openRandom(spec.seed, "noise"),
      outcomes: startOutcomes(openRandom(spec.seed, "outcomes")),
      open: [],
    }),
    play: (state) => playRound(bound, state),
  };
}

type Bound = Presenting & { readonly world: Environment };

function playRound(bound: Bound, state: RunState): ReturnType<Run["play"]> {
  const { spec, learner, world } = bound;
  const { roundSize } = spec.learner;
  const noise = withRandom(state.noise, (random) => ({ open: random.seed(), close: random.seed() }));
  const arrived = world.next(state.environment, spec.candidates?.count ?? roundSize);
  const before = { ...state, noiseSeed: noise.result.open };
  const { opening, panel, ...presented } = presentRound(bound, before, arrived.arrival);
  const { kinds, people, labels, policy } = presented;
  const lot = withRandom(state.draw, (random) => ({
    u: random.uniform(),
    order: spec.learner.draw === "even" ? shuffled(people.length, random) : [],
  }));
  const { decisions } = drawRound(spec.learner, state.learner.rules, { opening, people }, lot.result);
  const judged = {
    // the learner's own number: a run may go on from the state of a study
    t: opening.t,
    ...{ people, labels, decisions },
    chances: policy,
    pairs: spec.hearsPanel ? pairsInEffect(panel.judged.violations) : [],
    fairnessWeight: opening.fairnessWeight === null ? null : Number(opening.fairnessWeight),
    ...(opening.guard && { guard: { ...opening.guard, names: kinds.map(String) } }),
    ...(opening.picks && { projection: { nu: Number(opening.picks.nu), eta: Number(opening.eta) } }),
    resamples: learner.resample(state.learner, people, decisions, noise.result.close),
  };
  const { chances, guard } = opening;
  const opened = learner.applyOpening(state.learner, people, chances);
  const updated = closeRounds(bound, { ...state, learner: opened, open: [...state.open, judged] });
  const fairnessWeight = judged.fairnessWeight ?? 0;
  return {
    round: { ...presented, chances, decisions, fairnessWeight, guard, ...panel.judged },
    state: {
      ...updated,
      environment: arrived.state,
      panel: panel.state,
      draw: lot.state,
      noise: noise.state,
    },
  };
}

/** Closes the oldest open rounds until another one can be opened. */
function closeRounds(bound: Bound, state: RunState): RunState {
  const [oldest, ...open] = state.open;
  if (oldest === undefined || state.open.length < (bound.spec.openRounds ?? 1)) return state;
  return closeRounds(bound, { ...state, ...learn(bound, state, oldest), open });
}

/** Runs the learner's part of a round's end: the update of the round, then the outcomes that are due. */
function learn(
  { spec, learner }: Bound,
  state: RunState,
  round: JudgedRound,
): Pick<RunState, "learner" | "outcomes"> {
  const passed = passOutcomes(spec.outcomes, state.outcomes, round);
  let updated = learner.applyRound(state.learner, round);
  for (const change of passed.due) updated = learner.applyOutcome(updated, change);
  return { learner: updated, outcomes: passed.state };
}
