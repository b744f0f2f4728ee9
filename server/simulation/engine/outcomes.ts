import type { Features } from "#server/learner/config/spec.ts";
import type { Guard, OutcomeChange } from "#server/learner/interface/learner.ts";
import type { OutcomeValue } from "#server/learner/interface/outcome-values.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { type Random, type RandomState, withRandom } from "#server/learner/numeric/randomness.ts";

/** When outcomes arrive, and whether they do. A delay of d rounds: known before round t + 1 + d is opened. */
export type OutcomeSpec = {
  readonly delay:
    | { readonly kind: "none" }
    | { readonly kind: "fixed"; readonly rounds: number }
    /** Each person's delay is drawn: Pr[at least n + 1 rounds | at least n] = mean/(1 + mean). */
    | { readonly kind: "geometric"; readonly mean: number };
  /** The share of outcomes that are declared lost when they are due, in [0, 1). */
  readonly lostShare: number;
};

/** Every outcome arrives at once. */
export const PROMPT: OutcomeSpec = { delay: { kind: "none" }, lostShare: 0 };

/** The parts of a closed round that outcomes need. */
export type AwaitedRound = {
  readonly t: number;
  readonly people: readonly Features[];
  readonly chances: readonly number[];
  readonly decisions: readonly (0 | 1)[];
  readonly labels: readonly (0 | 1)[];
  /** [k], or empty */
  readonly resamples: readonly number[];
  /** Only for mode `guarded` */
  readonly guard?: Pick<Guard, "base" | "noShare" | "isRare">;
};

type Pending = { readonly due: number; readonly t: number; readonly change: OutcomeChange };
type Rejected = OutcomeChange["settledRejected"];

/** Outcomes that have not arrived. Memory grows with those that are not yet due. */
export type OutcomesState = {
  readonly random: RandomState;
  /** By round, then by position. */
  readonly pending: readonly Pending[];
  /** Rounds with missing outcomes: how many are missing, and the rejected people whom the last one settles. */
  readonly unsettled: ReadonlyMap<number, { readonly missing: number; readonly rejected: Rejected }>;
};

export function startOutcomes(random: RandomState): OutcomesState {
  return { random, pending: [], unsettled: new Map() };
}

/**
 * Queues a round's outcomes and returns those that are due at its end, in the order (round, position), as the services
 * do. Each has the chance of its own round; the last of a round brings the rejected people's halves. A lost outcome
 * settles like any other.
 *
 * The draws do not depend on the decisions: each person gets a delay, selected or not.
 */
export function passOutcomes(
  spec: OutcomeSpec,
  state: OutcomesState,
  round: AwaitedRound,
): { readonly due: readonly OutcomeChange[]; readonly state: OutcomesState } {
  const drawn = withRandom(state.random, (random) =>
    round.people.map(() => ({ delay: drawDelay(spec, random), isLost: random.uniform() < spec.lostShare })),
  );
  const sent = round.people.flatMap((individual, i): Pending[] => {
    const fate = drawn.result[i];
    if (round.decisions[i] !== 1 || fate === undefined) return [];
    const after: OutcomeValue = fate.isLost ? "lost" : round.labels[i] === 1 ? "yes" : "no";
    const resample = round.resamples[i];
    const change = {
      individual,
      chance: round.chances[i] ?? Number.NaN,
      ...(resample === undefined ? {} : { resample }),
      ...(round.guard && { guard: { ...round.guard, base: round.guard.base[i] as string } }),
      before: null,
      after,
      settledRejected: [],
    };
    return [{ due: round.t + fate.delay, t: round.t, change }];
  });
  const unsettled = new Map(state.unsettled);
  if (sent.length > 0) unsettled.set(round.t, { missing: sent.length, rejected: rejectedOf(round) });
  const all = [...state.pending, ...sent];
  const due = all
    .filter((outcome) => outcome.due <= round.t)
    .map(({ t, change }) => ({ ...change, settledRejected: settledBy(unsettled, t) }));
  const pending = due.length === all.length ? [] : all.filter((outcome) => outcome.due > round.t);
  return { due, state: { random: drawn.state, pending, unsettled } };
}

/**
 * Counts one outcome of round t. Returns the rejected people if it was the last. Changes the map, which this round
 * owns.
 */
function settledBy(unsettled: Map<number, { missing: number; rejected: Rejected }>, t: number): Rejected {
  const round = unsettled.get(t);
  if (round === undefined) throw new LearnerError("shape", `round ${t} waits for no outcome`);
  if (round.missing > 1) {
    unsettled.set(t, { ...round, missing: round.missing - 1 });
    return [];
  }
  unsettled.delete(t);
  return round.rejected;
}

function rejectedOf({ people, chances, decisions }: AwaitedRound): Rejected {
  return people.flatMap((individual, i) =>
    decisions[i] === 0 ? [{ individual, chance: chances[i] ?? Number.NaN }] : [],
  );
}

function drawDelay({ delay }: OutcomeSpec, random: Random): number {
  if (delay.kind === "none") return 0;
  if (delay.kind === "fixed") return delay.rounds;
  let rounds = 0;
  while (random.uniform() * (1 + delay.mean) < delay.mean) rounds += 1;
  return rounds;
}
