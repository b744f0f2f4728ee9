/**
 * `thresholds` (docs/log-format.md, section 5): no one, everyone, then `<=` and `>` for each cut, or the one that its
 * side names. Losses come from
 * costs that are collected between neighbouring cuts and summed along each column, not from a walk over all rules.
 */

import { compare, type Ratio, toNumber } from "./decimal.ts";
import type { Cell } from "./features.ts";
import type { Fields } from "./read.ts";
import { Broken } from "./report.ts";
import { type Answers, columnOf, numberOf, type Rules } from "./rules.ts";

/** The cuts of one column in ascending order. */
interface Ladder {
  readonly column: number;
  readonly steps: { readonly cut: number; readonly value: Ratio }[];
}

const NULL_CELL = -1;
const TESTS = ["at-most", "above"] as const;

export function thresholds(listed: readonly Fields[], columns: readonly string[]): Rules {
  const ladders: Ladder[] = columns.map((_, column) => ({ column, steps: [] }));
  const cuts = listed.flatMap((fields) => cutsOf(fields, columns));
  const places = cuts.map(({ column, value }, cut) => {
    const steps = ladders[column]?.steps ?? [];
    const before = steps.at(-1);
    const isNext = before === undefined || (before.cut === cut - 1 && compare(before.value, value) < 0);
    if (!isNext) throw new Broken("cuts", "column by column, ascending", toNumber(value));
    return { ladder: column, rank: steps.push({ cut, value }) - 1 };
  });
  const rules = rulesOf(cuts);
  const made: Omit<Rules, "contexts" | "cells"> = {
    count: rules.length,
    answers: (cells) => ladders.map((ladder) => cutsBelow(ladder, cells[ladder.column] ?? null)),
    accepts(answers, rule) {
      const { cut, test } = rules[rule] ?? { cut: -1, test: "at-most" };
      const place = places[cut];
      if (rule < 2 || place === undefined) return rule === 1;
      const below = answers[place.ladder] ?? NULL_CELL;
      if (below === NULL_CELL) return false;
      return test === "at-most" ? place.rank >= below : place.rank < below;
    },
    losses: (charged) => losses(ladders, rules, [...charged]),
  };
  return { ...made, keepsCells: true, ...intervalsOf(ladders, firstNamed(cuts), made) };
}

interface OneCut {
  readonly column: number;
  readonly value: Ratio;
  readonly side: "at-most" | "above" | null;
}

/** A cut, or those of a range: from, from + step, ... */
function cutsOf(fields: Fields, columns: readonly string[]): OneCut[] {
  const isRange = fields.get("count") !== undefined;
  const optional = fields.get("side") === undefined ? [] : ["side"];
  fields.only(["column", ...(isRange ? ["from", "step", "count"] : ["cut"]), ...optional]);
  const column = columnOf(fields, columns);
  const side = optional.length === 0 ? null : fields.word("side", TESTS);
  if (!isRange) return [{ column, value: numberOf(fields.text("cut"), "cut"), side }];
  const from = numberOf(fields.text("from"), "from");
  const step = numberOf(fields.text("step"), "step");
  if (step.n <= 0n) throw new Broken("step", "above 0", fields.text("step"));
  return Array.from({ length: fields.whole("count", 1) }, (_, index) => {
    const value = { n: from.n * step.d + BigInt(index) * step.n * from.d, d: from.d * step.d };
    return { column, value, side };
  });
}

/** Columns in the order in which the cuts first name them. */
function firstNamed(cuts: readonly OneCut[]): number[] {
  return [...new Set(cuts.map(({ column }) => column))];
}

/** Contexts and cells: the intervals between the cuts of each column, as a person with a cell there and no other. */
function intervalsOf(
  ladders: readonly Ladder[],
  named: readonly number[],
  { accepts, losses }: Pick<Rules, "accepts" | "losses">,
): Pick<Rules, "contexts" | "cells"> {
  const nobody: Answers = ladders.map(() => NULL_CELL);
  const people = named.flatMap((ladder) => {
    const { length } = ladders[ladder]?.steps ?? [];
    return Array.from({ length: length + 1 }, (_, interval) => nobody.with(ladder, interval));
  });
  const placeOf = new Map(people.map((answers, place) => [answers.join(" "), place]));
  return {
    contexts: {
      count: Math.max(1, people.length),
      accepts: (rule, context) => accepts(people[context] ?? nobody, rule),
    },
    cells: {
      count: people.length + 1,
      of: (answers) => [
        ...named.flatMap(
          (ladder) => placeOf.get(nobody.with(ladder, answers[ladder] ?? NULL_CELL).join(" ")) ?? [],
        ),
        people.length,
      ],
      losses(sums) {
        const found = losses(people.map((answers, place) => [answers, sums[place] ?? 0n] as const));
        // rule 1 accepts those without any cell too
        return found.with(1, sums[people.length] ?? 0n);
      },
    },
  };
}

interface CutRule {
  readonly cut: number;
  readonly test: "at-most" | "above";
}

/** What each rule asks; the two constants ask nothing. */
function rulesOf(cuts: readonly OneCut[]): CutRule[] {
  const constant: CutRule = { cut: -1, test: "at-most" };
  const asking = cuts.flatMap(({ side }, cut) =>
    TESTS.filter((test) => side === null || side === test).map((test) => ({ cut, test })),
  );
  return [constant, constant, ...asking];
}

/** How many cuts of the column are lower than the cell: these answer `>`, the others `<=`. */
function cutsBelow({ steps }: Ladder, cell: Cell): number {
  if (cell === null) return NULL_CELL;
  if (steps.length === 0) return 0;
  const value = numberOf(cell, "cell of a threshold's column");
  let low = 0;
  let high = steps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const step = steps[middle];
    if (step !== undefined && compare(step.value, value) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function losses(
  ladders: readonly Ladder[],
  rules: readonly CutRule[],
  charged: (readonly [Answers, bigint])[],
): bigint[] {
  const result = new Array<bigint>(rules.length).fill(0n);
  result[1] = charged.reduce((sum, [, cost]) => sum + cost, 0n);
  const numberOfRule = new Map(rules.map(({ cut, test }, rule) => [`${cut} ${test}`, rule]));
  const put = (cut: number, test: CutRule["test"], loss: bigint) => {
    const rule = numberOfRule.get(`${cut} ${test}`);
    if (rule !== undefined) result[rule] = loss;
  };
  ladders.forEach(({ steps }, ladder) => {
    const buckets = new Array<bigint>(steps.length + 1).fill(0n);
    let all = 0n;
    for (const [answers, cost] of charged) {
      const below = answers[ladder] ?? NULL_CELL;
      if (below === NULL_CELL) continue;
      buckets[below] = (buckets[below] ?? 0n) + cost;
      all += cost;
    }
    let atMost = 0n;
    steps.forEach(({ cut }, rank) => {
      atMost += buckets[rank] ?? 0n;
      put(cut, "at-most", atMost);
      put(cut, "above", all - atMost);
    });
  });
  return result;
}
