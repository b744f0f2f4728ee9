import type { Features, LearnerSpec, PanelRule } from "#server/learner/config/spec.ts";
import { drawRound } from "#server/learner/draw.ts";
import type { ClosedRound, Guard, Learner } from "#server/learner/interface/learner.ts";
import { type LearnerState, learnerOf } from "#server/learner/learners.ts";
import { parseNumber } from "#server/learner/numeric/decimal.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { openRandom, type Random, type RandomState, withRandom } from "#server/learner/numeric/randomness.ts";
import { isAlphaViolation } from "#server/learner/panel/eligibility.ts";
import type { Pair } from "#server/learner/panel/pairs.ts";
import { decidePanel, eligiblePairs, pairsInEffect, type Violation } from "#server/learner/panel/panel.ts";
import { type BoundPanelRule, bindPanelRule } from "#server/learner/panel/panel-rule.ts";
import {
  type Environment,
  type EnvironmentSpec,
  type EnvironmentState,
  environment,
  labelsOf,
} from "./environments.ts";
import {
  type AwaitedRound,
  checkOutcomes,
  type OutcomeSpec,
  type OutcomesState,
  passOutcomes,
  startOutcomes,
} from "./outcomes.ts";
import { judge, type PanelSpec, type Panels, panels, pivotalDistances, type Shown } from "./panels.ts";
import type { Kind, Population } from "./population.ts";

/** The full specification of a simulated study; equal specs give equal bits. */
export type RunSpec = {
  readonly learner: LearnerSpec;
  /** The rule refers to seats; a panel that is redrawn cannot have a rule that names auditors. */
  readonly rule: PanelRule;
  readonly population: Population;
  readonly environment: EnvironmentSpec;
  readonly panel: PanelSpec;
  readonly outcomes: OutcomeSpec;
  readonly seed: number;
  /**
   * Whether the learner receives the violating pairs. False is C = 0: the panel judges as usual and its violations are
   * counted, but no pair reaches the losses. (The learner refuses a multiplier of 0.)
   */
  readonly hearsPanel: boolean;
  /** What the panel is shown of a round; absent: every eligible pair, and all in the same order. */
  readonly showing?: (round: ShownRound) => Shown;
};

/** The parts of a round from which a docket and the order of a queue can be made. */
export type ShownRound = {
  /** From eligiblePairs, in its order. */
  readonly eligible: readonly Pair[];
  readonly chances: readonly string[];
  /** What auditors see of each person: [k] */
  readonly cells: readonly Features[];
  /** The published seed of the round's noise, 64 hex digits. */
  readonly noiseSeed: string;
};

/** The state of a run. All parts are values. */
export type RunState = {
  readonly learner: LearnerState;
  readonly environment: EnvironmentState;
  readonly panel: RandomState;
  readonly draw: RandomState;
  readonly noise: RandomState;
  readonly outcomes: OutcomesState;
};

/** A round as only a simulation knows it: with all labels, and the distances behind the flags. */
export type PlayedRound = {
  readonly t: number;
  /** Positions in the population: [k] */
  readonly kinds: readonly number[];
  readonly people: readonly Features[];
  /** The logged decimals and their values: [k] */
  readonly chances: readonly string[];
  readonly policy: readonly number[];
  readonly labels: readonly (0 | 1)[];
  readonly decisions: readonly (0 | 1)[];
  readonly seatCount: number;
  /** V^j by seat: [m] */
  readonly flags: readonly (readonly Pair[])[];
  /** The violations of π^t, the exact policy. */
  readonly violations: readonly Violation[];
  /** Distance of the pivotal auditor, [k²] at i·k + l */
  readonly pivotal: Float64Array;
  /** Pairs that could be judged. */
  readonly eligibleCount: number;
  /** How many of them each seat should judge. */
  readonly askedCount: number;
  /** Whether the gap of an eligible pair exceeds α + the pivotal distance, whatever was flagged. */
  readonly isUnfair: boolean;
  /** C of the round; 0 in mode `guarded`, which has none */
  readonly fairnessWeight: number;
  /** Only for mode `guarded` */
  readonly guard: Guard | undefined;
};

export type Run = {
  start(): RunState;
  /** @throws LearnerError as the learner does, "horizon-passed" among them */
  play(state: RunState): { readonly round: PlayedRound; readonly state: RunState };
};

/**
 * Binds a run. One round does what the services do: open, the eligible pairs, every seat's flags, decidePanel, draw,
 * the round's update; then the outcomes that are due, each with the chance of its own round.
 *
 * Memory: a state is one learner state, the pending outcomes and five streams, whatever T is.
 *
 * @throws LearnerError on any part of the spec
 * Cost of `play`: O(N k) for Exp2 and O(m k²) for the panel.
 */
export function bindRun(spec: RunSpec): Run {
  const learner = learnerOf(spec.learner);
  const world = environment(spec.environment, spec.population);
  const seats = panels(spec.panel, spec.population);
  checkOutcomes(spec.outcomes);
  const rule = bindPanelRule(spec.rule, seats.seatCount);
  if (rule.namesAuditors && spec.panel.seats !== undefined) {
    throw new LearnerError("auditor-unknown", "the rule names auditors of a panel that is redrawn");
  }
  const bound: Bound = { spec, learner, world, seats, rule, alpha: parseNumber(spec.learner.alpha) };
  return {
    start: () => ({
      learner: learner.init(spec.learner),
      environment: world.start(openRandom(spec.seed, "people")),
      panel: openRandom(spec.seed, "panel"),
      draw: openRandom(spec.seed, "draw"),
      noise: openRandom(spec.seed, "noise"),
      outcomes: startOutcomes(openRandom(spec.seed, "outcomes")),
    }),
    play: (state) => playRound(bound, state),
  };
}

type Bound = {
  readonly spec: RunSpec;
  readonly learner: Learner<LearnerState>;
  readonly world: Environment;
  readonly seats: Panels;
  readonly rule: BoundPanelRule;
  /** α as a double, for synthetic auditors */
  readonly alpha: number;
};

function playRound(bound: Bound, state: RunState): ReturnType<Run["play"]> {
  const { spec, learner, world } = bound;
  const { arrival, state: environmentState } = world.next(state.environment, spec.learner.roundSize);
  const { kinds, t } = arrival;
  const people = kinds.map((kind) => (spec.population.kinds[kind] as Kind).features);
  const noise = withRandom(state.noise, (random) => ({ open: random.seed(), close: random.seed() }));
  const opening = learner.open(state.learner, people, noise.result.open);
  const policy = opening.chances.map(Number);
  const labels = labelsOf(arrival, policy);
  const panel = judgeRound(bound, state.panel, {
    kinds,
    labels,
    chances: opening.chances,
    noiseSeed: noise.result.open,
  });
  const lot = withRandom(state.draw, (random) => ({
    u: random.uniform(),
    order: spec.learner.draw === "even" ? shuffled(people.length, random) : [],
  }));
  const { decisions } = drawRound(spec.learner, state.learner.rules, { opening, people }, lot.result);
  const closed = {
    t: opening.t,
    people,
    chances: policy,
    decisions,
    pairs: spec.hearsPanel ? pairsInEffect(panel.judged.violations) : [],
    fairnessWeight: opening.fairnessWeight === null ? null : Number(opening.fairnessWeight),
    ...(opening.guard && { guard: { ...opening.guard, names: kinds.map(String) } }),
    ...(opening.picks && { projection: { nu: Number(opening.picks.nu), eta: Number(opening.eta) } }),
    resamples: learner.resample(state.learner, people, decisions, noise.result.close),
  };
  const opened = learner.applyOpening(state.learner, people, opening.chances);
  const updated = learn(bound, { ...state, learner: opened }, { ...closed, labels });
  const { chances } = opening;
  const fairnessWeight = closed.fairnessWeight ?? 0;
  const played = {
    t,
    kinds,
    people,
    chances,
    policy,
    labels,
    decisions,
    fairnessWeight,
    guard: opening.guard,
  };
  return {
    round: { ...played, ...panel.judged },
    state: {
      ...updated,
      environment: environmentState,
      panel: panel.state,
      draw: lot.state,
      noise: noise.state,
    },
  };
}

/** Returns a random order of 0..count-1. */
function shuffled(count: number, random: Random): number[] {
  const order = Array.from({ length: count }, (_, position) => position);
  for (let last = count - 1; last > 0; last--) {
    const other = random.below(last + 1);
    [order[last], order[other]] = [order[other] as number, order[last] as number];
  }
  return order;
}

/** Runs the panel's part of a round: seats, flags and the panel's decision. */
function judgeRound(
  { spec, seats, rule, alpha }: Bound,
  state: RandomState,
  {
    kinds,
    labels,
    chances,
    noiseSeed,
  }: Pick<PlayedRound, "kinds" | "labels" | "chances"> & { noiseSeed: string },
) {
  const seated = seats.seat(state, kinds);
  const eligible = eligiblePairs(chances, spec.learner.alpha);
  const policy = chances.map(Number);
  const cells = kinds.map((kind) => (spec.population.kinds[kind] as Kind).shown);
  const shown = spec.showing?.({ eligible, chances, cells, noiseSeed });
  const { flags, distances } = judge(seated.panel, policy, labels, { eligible, alpha, shown });
  const { seatCount } = seats;
  const { pairRule } = spec.learner;
  const question = { chances, alpha: spec.learner.alpha, rule: spec.rule, seatCount, flags, pairRule };
  const { violations } = decidePanel(question);
  const k = kinds.length;
  const pivotal = pivotalDistances(distances, k, rule);
  const isUnfair = eligible.some(([high, low]) => {
    const gap = (policy[high] as number) - (policy[low] as number);
    return isAlphaViolation(gap, alpha, pivotal[high * k + low] as number);
  });
  const askedCount = (shown?.asked ?? eligible).length;
  const counts = { eligibleCount: eligible.length, askedCount };
  const judged = { seatCount, flags, violations, pivotal, ...counts, isUnfair };
  return { judged, state: seated.state };
}

/** Runs the learner's part of a round's end: the update of the round, then the outcomes that are due. */
function learn(
  { spec, learner }: Bound,
  state: RunState,
  round: ClosedRound & AwaitedRound,
): Pick<RunState, "learner" | "outcomes"> {
  const passed = passOutcomes(spec.outcomes, state.outcomes, round);
  let updated = learner.applyRound(state.learner, round);
  for (const change of passed.due) updated = learner.applyOutcome(updated, change);
  return { learner: updated, outcomes: passed.state };
}
