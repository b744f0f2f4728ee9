import type { Features } from "#server/learner/config/spec.ts";
import { numberCell } from "./cells.ts";
import type { HypothesisClass, SomeRules } from "./class.ts";
import { eachPart, intervalOf, type Ladder, rulesACut } from "./ladders.ts";

/**
 * Returns rules that can distinguish the given people. Thresholds: if no person has a cell between some cuts, only the
 * first of these cuts, since all of them decide alike. Trees: the simplest rules. Other classes: all rules.
 *
 * Cost: O(people · columns · log cuts); the answers of a person O(people · columns).
 */
export function distinguishableRules(rules: HypothesisClass, people: readonly Features[]): SomeRules {
  const { ladders, size, simplest } = rules;
  if (simplest !== undefined) return simplest;
  if (ladders === undefined) return { size, bits: (person) => rules.bits(person), rule: (index) => index };
  const told = ladders.columns.flatMap((ladder) => toldIn(ladder, people));
  const count = told.length + 2;
  return {
    size: count,
    bits(person) {
      const bits = new Uint8Array(count);
      bits[1] = 1;
      const intervals = new Map(
        ladders.columns.map((ladder) => [ladder, intervalOf(ladder, numberCell(person, ladder.position))]),
      );
      for (const [index, { ladder, rank, isAbove }] of told.entries()) {
        const interval = intervals.get(ladder) as number;
        if (interval >= 0) bits[2 + index] = interval <= rank === isAbove ? 0 : 1;
      }
      return bits;
    },
    rule: (index) => (index < 2 ? index : (told[index - 2] as Told).rule),
  };
}

type Told = {
  readonly ladder: Ladder;
  readonly rank: number;
  readonly isAbove: boolean;
  readonly rule: number;
};

function toldIn(ladder: Ladder, people: readonly Features[]): Told[] {
  const intervals = people.map((person) => intervalOf(ladder, numberCell(person, ladder.position)));
  const sorted = Float64Array.from(intervals.filter((interval) => interval >= 0)).sort();
  const told: Told[] = [];
  eachPart(ladder, sorted, (stretch, rank) => {
    const rule = stretch.rule + rulesACut(stretch) * (rank - stretch.first);
    if (stretch.side !== "above") told.push({ ladder, rank, isAbove: false, rule });
    if (stretch.side !== "at-most") {
      told.push({ ladder, rank, isAbove: true, rule: stretch.side === "both" ? rule + 1 : rule });
    }
  });
  return told;
}
