import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import { DEFAULTS, LIMITS } from "#server/learner/config/defaults.ts";
import type { Features, LearnerSpec } from "#server/learner/config/spec.ts";
import { settingsAt } from "#server/learner/config/step-sizes.ts";
import { exp2 } from "#server/learner/exp2/exp2.ts";
import { onGrid } from "#server/learner/numeric/cost-grid.ts";
import { storedAnswers } from "#server/learner/numeric/kernels/answers.ts";
import { openTotals } from "#server/learner/numeric/kernels/opening.ts";
import type { ChargedGroup } from "#server/learner/numeric/kernels/tables.ts";
import { drawFromTotals } from "#server/learner/policy/draw-by-weights.ts";
import { inGroups } from "#server/learner/policy/totals.ts";
import type { Measured } from "./references.ts";

/** Rounds before the check is taken; the timed ones follow. */
const checkedRounds = 8;

/** A study of conjunctions over n yes-or-no columns, with k people per round. */
export function specOf(n: number, roundSize: number): LearnerSpec {
  const names = Array.from({ length: n }, (_, column) => `answer ${column + 1}`);
  return {
    learner: "exp2",
    version: 1,
    kernel: DEFAULTS.kernel,
    mode: "known",
    columns: names.map((name) => ({ name, type: "category" })),
    hypotheses: {
      kind: "conjunctions",
      version: 1,
      predicates: names.map((column) => ({ column, test: "is", value: "yes" })),
    },
    roundSize,
    horizon: 1_000_000,
    afterHorizon: "end",
    alpha: "0.2",
    eps: "0.1",
    fairnessMultiplier: "1",
    pairRule: "average",
    rejectedHalves: "at-close",
  };
}

/** A study of thresholds at every whole number from 0 on, both ways: N rules, an even number of them. */
export function thresholdsOf(size: number, roundSize: number): LearnerSpec {
  return {
    ...specOf(0, roundSize),
    columns: [{ name: "points", type: "number" }],
    hypotheses: {
      kind: "thresholds",
      version: 1,
      cuts: [{ column: "points", from: "0", step: "1", count: size / 2 - 1 }],
    },
  };
}

/** Makes people spread over the cuts, different for each set: [k] */
export function pointsOf(size: number, roundSize: number, set: number): Features[] {
  return Array.from({ length: roundSize }, (_, i) => [String(mix(set * roundSize + i + 1) % (size / 2))]);
}

/** The same people in every second round: [2][k], of whose answers nineteen in twenty are yes. */
export function peopleOf({ columns, roundSize }: LearnerSpec): Features[][] {
  return [0, 1].map((set) =>
    Array.from({ length: roundSize }, (_, i) =>
      columns.map((_, column) => (mix((set * roundSize + i) * 64 + column) % 20 > 0 ? "yes" : "no")),
    ),
  );
}

/**
 * The answers of all rules as the reference programs read them, for both sets of people: a byte per rule for each eight
 * people. Beyond the limit of a study the answers are synthetic.
 */
export function patternsOf(spec: LearnerSpec, sets: readonly (readonly Features[])[]): Uint8Array[][] {
  const n = spec.columns.length;
  if (n > LIMITS.predicates)
    return sets.map((people, set) =>
      inGroups(people).map((_, group) => madeUp(2 ** n + 1, set * 64 + group)),
    );
  const rules = hypothesisClass(spec.columns, spec.hypotheses);
  return sets.map((people) =>
    inGroups(people).map((group) => storedAnswers(rules.patterns(group), rules.size)),
  );
}

function madeUp(size: number, seed: number): Uint8Array {
  const bytes = new Uint8Array(size);
  for (let h = 0; h < size; h += 1) bytes[h] = mix(h * 128 + seed);
  return bytes;
}

/** Eta and C of every round. */
export function ratesOf(spec: LearnerSpec, size: number) {
  return settingsAt(spec, size, 1);
}

/** Plays rounds through the learner's contract: opened, drawn, closed with one pair, an outcome for each selected person. */
export function playContract(
  spec: LearnerSpec,
  sets: readonly (readonly Features[])[],
  rounds: number,
): Measured {
  let state = exp2.init(spec);
  // With thresholds the cost of a round depends on people, not rules.
  const work = state.rules.ladders === undefined ? state.rules.size : 1_000;
  return played(work, rounds, (round) => {
    const people = sets[round % sets.length] as readonly Features[];
    const opening = exp2.open(state, people, "");
    const chances = opening.chances.map(Number);
    const { hypothesis, decisions } = exp2.draw(state.rules, opening, people, drawOf(round));
    const pairs = [{ high: 0, low: 1, weight: 1 }];
    const fairnessWeight = Number(opening.fairnessWeight);
    const opened = exp2.applyOpening(state, people, opening.chances);
    state = exp2.applyRound(opened, { t: opening.t, people, chances, decisions, pairs, fairnessWeight });
    for (const [i, individual] of people.entries()) {
      if (decisions[i] !== 1) continue;
      const after = saysNo(round, i) ? "no" : "yes";
      const chance = chances[i] as number;
      state = exp2.applyOutcome(state, { individual, chance, before: null, after, settledRejected: [] });
    }
    return { chances, hypothesis };
  });
}

/**
 * Plays the same rounds with the kernel's passes alone, on stored answers and in the same memory, to compare the contract's cost
 * with. A round's charges and its outcomes are one cost per person.
 */
export function playKernel(
  spec: LearnerSpec,
  sets: readonly (readonly Uint8Array[])[],
  rounds: number,
): Measured {
  const size = sets[0]?.[0]?.length ?? 0;
  const { eta, fairnessWeight } = ratesOf(spec, size);
  let sums = { loss: new Float64Array(size) as Float64Array, least: 0 };
  let charged: ChargedGroup[] = [];
  return played(size, rounds, (round) => {
    const groups = (sets[round & 1] as readonly Uint8Array[]).map((answers, group) => {
      return { answers, people: Math.min(8, spec.roundSize - 8 * group) };
    });
    const opened = openTotals({ ...sums, eta }, charged, groups);
    sums = opened;
    const { chances } = opened;
    const hypothesis = drawFromTotals({ ...opened, eta }, drawOf(round));
    const costOf = (i: number) => {
      const isSelected = (((groups[i >> 3]?.answers[hypothesis] ?? 0) >> (i & 7)) & 1) === 1;
      const side = i === 0 ? fairnessWeight / 2 : i === 1 ? -fairnessWeight / 2 : 0;
      if (!isSelected) return onGrid(side - 0.5);
      return onGrid(side) + onGrid((saysNo(round, i) ? 1 / (chances[i] as number) : 0) - 0.5);
    };
    charged = groups.map(({ answers, people }, group) => {
      return { answers, costs: Array.from({ length: people }, (_, bit) => costOf(8 * group + bit)) };
    });
    return { chances, hypothesis };
  });
}

function played(
  size: number,
  rounds: number,
  play: (round: number) => { chances: readonly number[]; hypothesis: number },
): Measured {
  let [drawn, check] = [0, Number.NaN];
  for (let round = 1; round <= checkedRounds; round += 1) {
    const { chances, hypothesis } = play(round);
    drawn += hypothesis;
    check = chances.reduce((sum, chance, i) => sum + (i + 1) * chance, drawn);
  }
  return { nanoseconds: fastest(size, rounds, (round) => play(checkedRounds + round)), check };
}

function drawOf(round: number): number {
  return mix(round * 77 + 5) / 2 ** 32;
}

function saysNo(round: number, i: number): boolean {
  return (mix(round * 64 + i + 999) & 1) === 1;
}

/**
 * Measures the fastest round in nanoseconds of wall time, since a thread's processor time is only updated at the ticks of
 * the kernel, which can be as long as a round. Short rounds are timed together.
 *
 * @param play called with the number of the round, from 1
 */
function fastest(size: number, rounds: number, play: (round: number) => unknown): number {
  const together = Math.ceil(1_000_000 / size);
  let best = Number.POSITIVE_INFINITY;
  for (let played = 0; played < rounds * together; ) {
    const started = performance.now();
    for (const end = played + together; played < end; ) play(++played);
    best = Math.min(best, (performance.now() - started) / together);
  }
  return 1e6 * best;
}

/** The finaliser of MurmurHash3, which the reference programs also have. */
function mix(value: number): number {
  let h = value >>> 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
