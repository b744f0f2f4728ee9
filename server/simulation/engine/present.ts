import type { Learner, Opening } from "#server/learner/interface/learner.ts";
import type { LearnerState } from "#server/learner/learners.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { isAlphaViolation } from "#server/learner/panel/eligibility.ts";
import type { Pair } from "#server/learner/panel/pairs.ts";
import { decidePanel, eligiblePairs } from "#server/learner/panel/panel.ts";
import type { BoundPanelRule } from "#server/learner/panel/panel-rule.ts";
import { groupsOf, servesAim } from "./candidates.ts";
import { type Arrival, labelsOf } from "./environments.ts";
import { isAdversarial, panelAgainst } from "./panel-choice.ts";
import { type Judgement, judge, type Panels, type PanelsState, pivotalDistances } from "./panels.ts";
import type { PlayedRound } from "./played-round.ts";
import type { Kind } from "./population.ts";
import type { RunSpec } from "./run-spec.ts";

/** The parts of a run that decide what the learner and the panel are shown of a round. */
export type Presenting = {
  readonly spec: RunSpec;
  readonly learner: Learner<LearnerState>;
  readonly seats: Panels;
  readonly rule: BoundPanelRule;
  /** α as a double, for synthetic auditors */
  readonly alpha: number;
};

/** What a round depends on before it is opened. */
export type BeforeRound = {
  readonly learner: LearnerState;
  readonly panel: PanelsState;
  /** 64 hex digits. */
  readonly noiseSeed: string;
};

/** People as the learner and the panel would see them in a round. */
export type PresentedGroup = Pick<PlayedRound, "t" | "kinds" | "people" | "labels" | "policy"> & {
  readonly opening: Opening;
  readonly panel: ReturnType<typeof judgeRound>;
};

/** Presents the arriving people, or the group that the adversary takes from the candidates. */
export function presentRound(bound: Presenting, before: BeforeRound, arrival: Arrival): PresentedGroup {
  const { candidates, learner } = bound.spec;
  if (candidates === undefined) return presentGroup(bound, before, arrival);
  let best: { readonly group: PresentedGroup; readonly serves: number } | undefined;
  for (const each of groupsOf(arrival, learner.roundSize)) {
    const group = presentGroup(bound, before, each);
    const serves = servesAim(candidates.aim, { ...group, violations: group.panel.judged.violations });
    if (best === undefined || serves > best.serves) best = { group, serves };
  }
  if (best === undefined) throw new LearnerError("shape", "a round without people");
  return best.group;
}

function presentGroup(
  bound: Presenting,
  { learner, panel: seats, noiseSeed }: BeforeRound,
  arrival: Arrival,
): PresentedGroup {
  const { t, kinds } = arrival;
  const people = kinds.map((kind) => (bound.spec.population.kinds[kind] as Kind).features);
  const opening = bound.learner.open(learner, people, noiseSeed);
  const { chances } = opening;
  const policy = chances.map(Number);
  const labels = labelsOf(arrival, policy);
  const panel = judgeRound(bound, seats, { kinds, labels, chances, noiseSeed });
  return { t, kinds, people, labels, policy, opening, panel };
}

/** Runs the panel's part of a round: seats, flags and the panel's decision. */
function judgeRound(
  { spec, seats, rule, alpha }: Presenting,
  state: PanelsState,
  {
    kinds,
    labels,
    chances,
    noiseSeed,
  }: Pick<PlayedRound, "kinds" | "labels" | "chances"> & { noiseSeed: string },
) {
  const seated = seats.seat(state, { kinds, noiseSeed });
  const eligible = eligiblePairs(chances, spec.learner.alpha);
  const policy = chances.map(Number);
  const cells = kinds.map((kind) => (spec.population.kinds[kind] as Kind).shown);
  const shown = spec.showing?.({ eligible, chances, cells, noiseSeed });
  const pool = judge(seated.panel, policy, labels, { eligible, alpha, shown });
  const { selection } = spec.panel;
  const asked = { chances, alpha: spec.learner.alpha, rule: spec.rule };
  const { flags, distances } =
    selection !== undefined && isAdversarial(selection)
      ? ofMembers(pool, panelAgainst(selection, { ...asked, flags: pool.flags }))
      : pool;
  const { seatCount } = seats;
  const { pairRule } = spec.learner;
  const question = { ...asked, seatCount, flags, pairRule };
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

/** Returns the verdicts of some members of a pool. */
function ofMembers({ flags, distances }: Judgement, members: readonly number[]): Judgement {
  return {
    flags: members.map((member) => flags[member] as readonly Pair[]),
    distances: members.map((member) => distances[member] as Float64Array),
  };
}
