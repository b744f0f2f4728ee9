import { DEFAULTS } from "#server/learner/config/defaults.ts";
import type { Features, LearnerSpec } from "#server/learner/config/spec.ts";
import { guarded } from "#server/learner/guarded/learner.ts";
import type { GuardedState } from "#server/learner/guarded/state.ts";
import type { ClosedRound, Learner, Opening } from "#server/learner/interface/learner.ts";
import { thresholdsOf } from "../kernel/rounds.ts";

const roundSize = 6;

/** Exp2 in mode `known` over thresholds, N rules. */
export function knownSpec(size: number): LearnerSpec {
  return thresholdsOf(size, roundSize);
}

/** Makes people spread over the cuts, different in each round. */
export function arrivals(size: number, round: number): Features[] {
  const cuts = size / 2 - 1;
  return Array.from({ length: roundSize }, (_, i) => [
    String(Math.floor((cuts * ((i + 1) * 0.618 + round * 0.137)) % cuts)),
  ]);
}

/** Makes the state of mode `guarded` after reported rounds, with this many remembered pairs. */
export function guardedAfter(size: number, verdictCount: number): GuardedState {
  let state = guarded.init({
    ...knownSpec(size),
    mode: "guarded",
    horizon: null,
    afterHorizon: "anytime",
    pairRule: "all",
    prior: { kind: "constants", none: DEFAULTS.constantShare, all: DEFAULTS.constantShare },
    draw: "even",
    guarded: DEFAULTS.guarded,
  });
  for (let round = 1; state.core.verdicts.length < verdictCount; round += 1) {
    const people = arrivals(size, round);
    const opening = guarded.open(state, people, "");
    const chances = opening.chances.map(Number);
    const chanceOf = (i: number) => chances[i] ?? 0;
    const pairs = people
      .flatMap((_, high) => people.map((_, low) => ({ high, low, weight: 1 })))
      .filter(({ high, low }) => chanceOf(high) > chanceOf(low))
      .slice(0, verdictCount - state.core.verdicts.length);
    const opened = guarded.applyOpening(state, people, opening.chances);
    const closed = guarded.applyRound(opened, closing(opening, people, pairs));
    state = people.reduce((before, individual, i) => {
      const { noShare = "", base = [] } = opening.guard ?? {};
      return guarded.applyOutcome(before, {
        ...{ individual, chance: chanceOf(i), before: null, settledRejected: [] },
        guard: { noShare, base: base[i] ?? "" },
        after: Number(individual[0]) < size / 4 ? "yes" : "no",
      });
    }, closed);
  }
  return state;
}

/** Opens a round in a state and closes it with one reported pair. Copies the people, since the learner caches the opening. */
export function openAndClose<State>(
  learner: Learner<State>,
  state: State,
  arrived: readonly Features[],
): State {
  const people = [...arrived];
  const opening = learner.open(state, people, "");
  const opened = learner.applyOpening(state, people, opening.chances);
  return learner.applyRound(opened, closing(opening, people, [{ high: 0, low: 1, weight: 1 }]));
}

function closing(opening: Opening, people: readonly Features[], pairs: ClosedRound["pairs"]): ClosedRound {
  const { t, guard, chances, fairnessWeight } = opening;
  return {
    ...{ t, people, pairs, chances: chances.map(Number), decisions: people.map(() => 1) },
    fairnessWeight: fairnessWeight === null ? null : Number(fairnessWeight),
    ...(guard && { guard: { ...guard, names: people.map(([points]) => String(points)) } }),
  };
}
