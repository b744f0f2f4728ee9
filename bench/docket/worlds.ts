import { eligiblePairs } from "#server/learner/panel/panel.ts";
import type { Random } from "#server/learner/simulation/randomness.ts";
import type { Features } from "#server/learner/spec/spec.ts";
import type { FieldType } from "#server/log/gower.ts";

/** Made-up people, a made-up rule, and auditors who weigh fields each in an own way. */

const numberCount = 4;
const wordCount = 2;
const words = ["red", "green", "blue"];
const fieldCount = numberCount + wordCount;
export const seatCount = 5;
export const types: readonly FieldType[] = [
  ...Array.from({ length: numberCount }, () => "number" as const),
  ...Array.from({ length: wordCount }, () => "category" as const),
];
const alpha = "0.1";
/** The difference in chance that people at opposite ends deserve: such that few pairs of a round are violations. */
const deserved: Readonly<Record<Panel, number>> = {
  "each weighs all fields, in an own way": 2,
  "all weigh one and the same number": 40,
};
/** How much of a chance follows no field. */
const whim = 0.75;

/** Every auditor weighs all fields in an own way, or all five look at one and the same number, and at nothing else. */
export const panels = ["each weighs all fields, in an own way", "all weigh one and the same number"] as const;
export type Panel = (typeof panels)[number];

export type Pair = readonly [high: number, low: number];

export type World = {
  readonly cells: readonly Features[];
  readonly chances: readonly string[];
  /** Everything that can be judged. */
  readonly pairs: readonly Pair[];
  /** Of each seat, whether it flags a pair once it looks at it. */
  readonly flags: (seat: number, pair: Pair) => boolean;
  /** Cells that have nothing to do with what anybody weighs. */
  readonly otherCells: readonly Features[];
  readonly noiseSeed: string;
};

/**
 * One round. Cells are uniform in [0, 1) to two places, or one of three words. A chance is the logistic function of the weighed
 * numbers and of a whim, to four places. A seat flags a pair if gap > alpha + its own distance: the sum over the fields of
 * weight times difference, times what opposite ends deserve. Weights are exponential and normed, or 1 for one field.
 */
export function makeWorld(random: Random, k: number, panel: Panel): World {
  const cells = people(random, k);
  const weights = shares(random, numberCount);
  const chances = cells.map((row) => {
    const score = weights.reduce((sum, weight, field) => sum + weight * Number(row[field]), 0);
    const steep = 6 * ((1 - whim) * (score - 0.5) + whim * (random.uniform() - 0.5));
    return String(Math.round(1e4 / (1 + Math.exp(-steep))) / 1e4);
  });
  const seats = weighing(random, panel);
  const flags = (seat: number, [high, low]: Pair) => {
    const gap = Number(chances[high]) - Number(chances[low]);
    const distance = (seats[seat] ?? []).reduce(
      (sum, weight, field) => sum + weight * apart(cells[high]?.[field], cells[low]?.[field]),
      0,
    );
    return gap > Number(alpha) + deserved[panel] * distance;
  };
  const pairs = eligiblePairs(chances, alpha);
  return { cells, chances, pairs, flags, otherCells: people(random, k), noiseSeed: random.seed() };
}

/** The weights of each seat. */
function weighing(random: Random, panel: Panel): number[][] {
  if (panel === "each weighs all fields, in an own way") {
    return Array.from({ length: seatCount }, () => shares(random, fieldCount));
  }
  const only = random.below(numberCount);
  return Array.from({ length: seatCount }, () => types.map((_, field) => Number(field === only)));
}

function people(random: Random, k: number): Features[] {
  return Array.from({ length: k }, () =>
    types.map((type) =>
      type === "number" ? (random.below(100) / 100).toFixed(2) : (words[random.below(words.length)] ?? ""),
    ),
  );
}

/** Exponential and normed: anything from equal to one that is nearly all. */
function shares(random: Random, count: number): number[] {
  const drawn = Array.from({ length: count }, () => -Math.log(1 - random.uniform()));
  const sum = drawn.reduce((a, b) => a + b, 0);
  return drawn.map((value) => value / sum);
}

function apart(a: string | null | undefined, b: string | null | undefined): number {
  const difference = Math.abs(Number(a) - Number(b));
  return Number.isNaN(difference) ? Number(a !== b) : difference;
}

/** The fields at these places, of everybody. */
export function onlyFields(cells: readonly Features[], places: readonly number[]): Features[] {
  return cells.map((row) => places.map((place) => row[place] ?? null));
}

/** Half of the fields, drawn anew for each round. */
export function halfOfFields(random: Random): number[] {
  const left = types.map((_, place) => place);
  return Array.from({ length: fieldCount / 2 }, () => left.splice(random.below(left.length), 1)[0] ?? 0);
}
