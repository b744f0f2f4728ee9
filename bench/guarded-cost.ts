/**
 * What mode `guarded` costs beside Exp2 in mode `known`: `npm run bench -- guarded-cost [rules] [blocks]`. Rounds of six people
 * with 40 remembered verdicts, opened and closed by both learners in turn in one process, always from the same state. The
 * learner is asked for a guarded opening twice, to publish it and as an effect on the state, and computes it once; the last
 * row is of a caller that asks with other values (a server that stored the state in between). Processor time of the thread,
 * since a busy machine stops long rounds more often than short ones, with the compiled kernel where it was built. The aim:
 * at most 1.5 times Exp2, and for each verdict a pass that reads and writes a number of every rule; the last line says
 * whether it is met.
 */

import { textTable } from "#server/cli/simulate/text-table.ts";
import { loadFastKernel } from "#server/jobs/fast-kernel.ts";
import type { ClosedRound, Learner, Opening } from "#server/learner/contract/learner.ts";
import { exp2 } from "#server/learner/exp2.ts";
import { guarded } from "#server/learner/guarded/learner.ts";
import type { GuardedState } from "#server/learner/guarded/state.ts";
import { kernel } from "#server/learner/kernels/kernel.ts";
import { WaitingTotals } from "#server/learner/policy/waiting-totals.ts";
import { DEFAULTS } from "#server/learner/spec/params.ts";
import type { Features, LearnerSpec } from "#server/learner/spec/spec.ts";

const [size = 100_000, blocks = 20] = process.argv.slice(2).map(Number);
const roundSize = 6;
const verdictCount = 40;
/** Rounds that are timed together: the thread's clock ticks in milliseconds. */
const blockRounds = 20;
/** The aim: at most so many times Exp2, beside the passes. */
const timesExp2 = 1.5;
const cutCount = Math.ceil(size / 2) - 1;

const knownSpec: LearnerSpec = {
  learner: "exp2",
  version: 1,
  kernel: DEFAULTS.kernel,
  mode: "known",
  columns: [{ name: "points", type: "number" }],
  hypotheses: {
    kind: "thresholds",
    version: 1,
    cuts: Array.from({ length: cutCount }, (_, i) => ({ column: "points", cut: String(i) })),
  },
  roundSize,
  horizon: 1_000,
  afterHorizon: "end",
  alpha: "0.2",
  eps: "0.1",
  fairnessMultiplier: "1",
  pairRule: "average",
  rejectedHalves: "at-close",
};
const guardedSpec: LearnerSpec = {
  ...knownSpec,
  mode: "guarded",
  horizon: null,
  afterHorizon: "anytime",
  pairRule: "all",
  prior: { kind: "constants", none: DEFAULTS.constantShare, all: DEFAULTS.constantShare },
  draw: "even",
  guarded: DEFAULTS.guarded,
};

/** People spread over the cuts, others in each round. */
function arrivals(round: number): Features[] {
  return Array.from({ length: roundSize }, (_, i) => [
    String(Math.floor((cutCount * ((i + 1) * 0.618 + round * 0.137)) % cutCount)),
  ]);
}

function closing(opening: Opening, people: readonly Features[], pairs: ClosedRound["pairs"]): ClosedRound {
  const { guard, chances, fairnessWeight } = opening;
  return {
    people,
    chances: chances.map(Number),
    decisions: people.map(() => 1),
    pairs,
    fairnessWeight: fairnessWeight === null ? null : Number(fairnessWeight),
    ...(guard && { guard: { ...guard, names: people.map(([points]) => String(points)) } }),
  };
}

/** Rounds whose largest gaps are rejected, until enough pairs are remembered; everybody with few points turns out well. */
function withVerdicts(): GuardedState {
  let state = guarded.init(guardedSpec);
  for (let round = 1; state.core.verdicts.length < verdictCount; round += 1) {
    const people = arrivals(round);
    const opening = guarded.open(state, people, "");
    const chances = opening.chances.map(Number);
    const pairs = people
      .flatMap((_, high) => people.map((_, low) => ({ high, low, weight: 1 })))
      .filter(({ high, low }) => (chances[high] ?? 0) > (chances[low] ?? 0))
      .slice(0, verdictCount - state.core.verdicts.length);
    const closed = guarded.applyRound(guarded.applyOpening(state, people), closing(opening, people, pairs));
    state = people.reduce((before, individual, i) => {
      const guard = { base: opening.guard?.base[i] ?? "", noShare: opening.guard?.noShare ?? "" };
      const after = Number(individual[0]) < cutCount / 2 ? "yes" : "no";
      const change = { individual, chance: chances[i] ?? 0, guard, before: null, settledRejected: [] };
      return guarded.applyOutcome(before, { ...change, after });
    }, closed);
  }
  return state;
}

function play<State>(
  learner: Learner<State>,
  state: State,
  people: readonly Features[],
  again: readonly Features[] = people,
): State {
  const opening = learner.open(state, people, "");
  const opened = learner.applyOpening(state, again);
  return learner.applyRound(opened, closing(opening, people, [{ high: 0, low: 1, weight: 1 }]));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** A pass over a number of every rule, that reads and writes it. */
function pass(values: Float64Array, factor: number): void {
  for (let h = 0; h < values.length; h += 1) values[h] = (values[h] as number) * factor;
}

/** Milliseconds of such a pass, the least of many hundreds: before anything else, as its loop is then compiled for it alone. */
function passTime(size: number): number {
  const numbers = new Float64Array(size).fill(1);
  let best = Number.POSITIVE_INFINITY;
  for (let block = 0; block < 20; block += 1) {
    const started = process.threadCpuUsage();
    for (let passes = 0; passes < 400; passes += 1) pass(numbers, passes % 2 === 0 ? 0.5 : 2);
    const { user, system } = process.threadCpuUsage(started);
    best = Math.min(best, (user + system) / 1_000 / 400);
  }
  return best;
}

loadFastKernel(".build/kernel.wasm");
const aPass = passTime(size);
const fresh = exp2.init(knownSpec);
/** With a number for every rule, as mode `guarded` has them, and not by runs. */
const known = { ...fresh, totals: WaitingTotals.of(fresh.rules) };
const remembered = withVerdicts();
const tasks = {
  known: (people: readonly Features[]) => play(exp2, known, people),
  guarded: (people: readonly Features[]) => play(guarded, remembered, people),
  "guarded, opened twice": (people: readonly Features[]) => play(guarded, remembered, people, [...people]),
};
type Name = keyof typeof tasks;
const names = Object.keys(tasks) as Name[];
const times: Record<Name, number[]> = {
  known: [],
  guarded: [],
  "guarded, opened twice": [],
};
const warmUp = 2;
for (let block = -warmUp; block < blocks; block += 1) {
  for (const name of names) {
    const started = process.threadCpuUsage();
    for (let round = 0; round < blockRounds; round += 1) tasks[name](arrivals(round));
    const { user, system } = process.threadCpuUsage(started);
    if (block >= 0) times[name].push((user + system) / 1_000 / blockRounds);
  }
}

const { verdicts } = guarded.applyOpening(remembered, arrivals(0)).core;
const charged = verdicts.filter(({ charge }) => charge > 0).length;
console.log(
  `${known.rules.size} rules, ${roundSize} people, ${verdicts.length} verdicts (${charged} of them charged), ` +
    `${blocks} blocks of ${blockRounds} rounds of each:\n`,
);
const least = (name: Name) => Math.min(...times[name]);
const rows = names.map((name) => {
  const [low, middle] = [least(name), median(times[name])];
  const ratios = [low / least("known"), middle / median(times.known)];
  return [name, ...[low, middle, ...ratios].map((value) => value.toFixed(2))];
});
console.log(textTable(["mode", "least ms", "median ms", "ratio of the least", "of the medians"], rows));
const aim = timesExp2 * least("known") + verdicts.length * aPass;
console.log(
  `Kernel ${kernel().name}. A pass takes ${aPass.toFixed(3)} ms. Guarded takes ${least("guarded").toFixed(2)} ms, the aim is ` +
    `${aim.toFixed(2)} ms (${timesExp2} times Exp2, and a pass a verdict): ${least("guarded") <= aim ? "met" : "MISSED"}.`,
);
