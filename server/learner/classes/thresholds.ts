import type { Column, Cut, CutRange, Features } from "#server/learner/config/spec.ts";
import { checkWidth, numberCell } from "./cells.ts";
import { checkHypothesis, checkPoint, type HypothesisClass, type Separator } from "./class.ts";
import {
  cutRuleAt,
  eachPart,
  intervalOf,
  type Ladder,
  type Ladders,
  laddersOf,
  type Stretch,
} from "./ladders.ts";
import { checkGroup } from "./patterns.ts";
import { plainWords, type RuleWords } from "./rule-words.ts";

/**
 * Thresholds: per cut one rule `column <= cut` and one rule `column > cut`, or only the one of the cut's side.
 *
 *   h_0 = 0,  h_1 = 1,  then by cut i:  h(x) = 1[x_c <= cut_i],  h(x) = 1[x_c > cut_i],  c the column of cut i
 *
 * Numbers are compared as doubles. A missing cell answers no in both directions, or yes to cuts with `blank` = pass.
 * Separator: intervalSeparator, s = cuts + columns.
 *
 * @param columns the study's columns
 * @param cuts as laddersOf takes them, n in all
 * @returns a class of N = 2 + 2n rules, one less for each cut with a side; it has `ladders`
 * @throws LearnerError as laddersOf
 * Cost: O(listed cuts) to build, O(N) for the answers of people.  Source: NOTATION row "thresholds".
 */
export function thresholds(
  columns: readonly Column[],
  cuts: readonly (Cut | CutRange)[],
  say: RuleWords = plainWords,
): HypothesisClass {
  const ladders = laddersOf(columns, cuts);
  const { size } = ladders;
  const patterns = (people: readonly Features[]) => {
    checkGroup(people);
    for (const individual of people) checkWidth(individual, columns.length);
    const bytes = new Uint8Array(size);
    bytes[1] = 2 ** people.length - 1;
    for (const ladder of ladders.columns) fillColumn(bytes, ladder, people);
    return bytes;
  };
  return {
    size,
    constants: { none: 0, all: 1 },
    ladders,
    bits: (individual) => patterns([individual]),
    patterns,
    evaluate(hypothesis, individual) {
      checkHypothesis(hypothesis, size);
      checkWidth(individual, columns.length);
      if (hypothesis < 2) return hypothesis === 1 ? 1 : 0;
      const { stretch, index, isAbove } = cutRuleAt(ladders, hypothesis);
      const cell = numberCell(individual, stretch.position);
      if (Number.isNaN(cell)) return stretch.passesBlank ? 1 : 0;
      return (isAbove ? cell > stretch.value(index) : cell <= stretch.value(index)) ? 1 : 0;
    },
    sentence(hypothesis) {
      checkHypothesis(hypothesis, size);
      if (hypothesis < 2) return hypothesis === 0 ? say.none : say.all;
      const { stretch, index, isAbove } = cutRuleAt(ladders, hypothesis);
      const column = (columns[stretch.position] as Column).name;
      const test = isAbove ? "above" : "at-most";
      const blank = stretch.passesBlank ? ({ blank: "pass" } as const) : {};
      return say.acceptIf([say.condition({ column, test, value: stretch.text(index), ...blank })], "and");
    },
    separator: intervalSeparator(ladders),
  };
}

/**
 * Fills in the answers of up to eight people to the rules of one column. All cuts between two of their cells get the
 * same answers.
 */
function fillColumn(bytes: Uint8Array, ladder: Ladder, people: readonly Features[]): void {
  const known = people
    .map((individual, person) => {
      return { bit: 1 << person, interval: intervalOf(ladder, numberCell(individual, ladder.position)) };
    })
    .filter(({ interval }) => interval >= 0)
    .sort((a, b) => a.interval - b.interval);
  const lowAt = new Uint8Array(known.length + 1);
  for (const [step, { bit }] of known.entries()) lowAt[step + 1] = (lowAt[step] as number) | bit;
  const all = lowAt[known.length] as number;
  const intervals = known.map(({ interval }) => interval);
  eachPart(ladder, intervals, (stretch, from, to, seen) => {
    const low = lowAt[seen] as number;
    fillRules(bytes, stretch, { from, to }, { low, high: all ^ low });
  });
}

function fillRules(
  bytes: Uint8Array,
  { rule, first, side }: Stretch,
  { from, to }: { from: number; to: number },
  { low, high }: { low: number; high: number },
): void {
  if (side !== "both") {
    bytes.fill(side === "above" ? high : low, rule + from - first, rule + to - first);
    return;
  }
  const end = rule + 2 * (to - first);
  // Stryker disable next-line EqualityOperator: the next part is written over it
  for (let h = rule + 2 * (from - first); h < end; h += 2) {
    bytes[h] = low;
    bytes[h + 1] = high;
  }
}

/**
 * One context for each interval of each column: a person with a cell there and all other cells missing. A column has
 * one interval more than cuts. Without any cut there is one context, a person with only missing cells.
 */
function intervalSeparator(ladders: Ladders): Separator {
  const size = Math.max(1, ladders.intervalCount);
  const ladderAt = (point: number) => ladders.columns.findLast(({ offset }) => offset <= point);
  return {
    size,
    at(hypothesis, point) {
      checkHypothesis(hypothesis, ladders.size);
      checkPoint(point, size);
      if (hypothesis < 2) return hypothesis === 1 ? 1 : 0;
      const { stretch, index, isAbove } = cutRuleAt(ladders, hypothesis);
      const ladder = ladderAt(point) as Ladder;
      if (ladder.position !== stretch.position) return 0;
      const isLow = point - ladder.offset <= stretch.first + index;
      return isLow === isAbove ? 0 : 1;
    },
    point(point) {
      checkPoint(point, size);
      const ladder = ladderAt(point);
      if (ladder === undefined) return "all cells missing";
      const interval = point - ladder.offset;
      const low = interval === 0 ? "" : `${textAt(ladder, interval - 1)} < `;
      const high = interval === ladder.count ? "" : ` <= ${textAt(ladder, interval)}`;
      return `${low}${ladder.column}${high}`;
    },
  };
}

function textAt({ stretches }: Ladder, rank: number): string {
  const stretch = stretches.findLast(({ first }) => first <= rank);
  return stretch?.text(rank - stretch.first) ?? "";
}
