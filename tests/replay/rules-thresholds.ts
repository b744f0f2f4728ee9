/**
 * `thresholds` (docs/log-format-classes.md): no one, everyone, then `<=` and `>` for each cut, or the one that its side
 * names. Cuts of a range are never listed: a person has a rank in each column, and everything follows from how
 * many of its cuts are lower.
 */

import { compare, type Ratio, toNumber } from "./decimal.ts";
import type { Cell } from "./features.ts";
import { passesBlank } from "./predicates.ts";
import type { Fields } from "./read.ts";
import { Broken } from "./report.ts";
import { type Answers, type Block, type Column, columnOf, numberOf, type Rules } from "./rules.ts";

/** No part of a range has more digits, written with as many decimals as the part with the most. */
const MOST = 10n ** 15n;
const MOST_CUTS = 5_000_000;
const MOST_LISTED = 100_000;

const TESTS = ["at-most", "above"] as const;
type Test = (typeof TESTS)[number];

/** Cuts that follow each other in the list, of one column and with the same tests. */
interface Stretch {
  /** Of `ladders`. */
  readonly ladder: number;
  /** Rank of the first among the column's cuts. */
  readonly start: number;
  readonly count: number;
  /** Number of the first rule. */
  readonly rule: number;
  readonly tests: readonly Test[];
  /** Whether a null cell is accepted. */
  readonly passes: boolean;
  readonly value: (index: number) => Ratio;
}

/** The cuts of one column in ascending order. */
interface Ladder {
  readonly column: number;
  readonly stretches: Stretch[];
  count: number;
  /** The number of its lowest interval among all. */
  offset: number;
}

/** The interval of a person without a cell. */
const NULL_CELL = -1;

export function thresholds(listed: readonly Fields[], columns: readonly Column[]): Rules {
  const { ladders, stretches, count } = read(listed, columns);
  const places = ladders.reduce((sum, ladder) => sum + ladder.count + 1, 0);
  const accepts = (answers: Answers, rule: number): boolean => {
    if (rule < 2) return rule === 1;
    const { ladder, start, rule: first, tests } = stretchOf(stretches, rule);
    const below = answers[ladder] ?? NULL_CELL;
    if (below === NULL_CELL) return false;
    const rank = start + Math.floor((rule - first) / tests.length);
    return tests[(rule - first) % tests.length] === "at-most" ? rank >= below : rank < below;
  };
  const withoutCells: Answers = ladders.map(() => NULL_CELL);
  const cells: Rules["cells"] = {
    count: places + 1,
    of: (answers) => [
      ...ladders.flatMap(({ offset }, ladder) => {
        const below = answers[ladder] ?? NULL_CELL;
        return below === NULL_CELL ? [] : [offset + below];
      }),
      places,
    ],
    losses: (sums) => writtenOut(blocks(ladders, sums), count),
  };
  return {
    count,
    answers: (row) => ladders.map((ladder) => cutsBelow(ladder, row[ladder.column] ?? null)),
    accepts,
    losses(charged) {
      const sums = new Array<bigint>(cells.count).fill(0n);
      for (const [answers, cost] of charged) {
        for (const cell of cells.of(answers)) sums[cell] = (sums[cell] ?? 0n) + cost;
      }
      return cells.losses(sums);
    },
    contexts: {
      count: Math.max(1, places),
      accepts(rule, context) {
        const ladder = ladders.findLastIndex(({ offset }) => offset <= context);
        const interval = context - (ladders[ladder]?.offset ?? 0);
        return accepts(ladder < 0 ? withoutCells : withoutCells.with(ladder, interval), rule);
      },
    },
    cells,
    keepsCells: true,
    blocks: (sums) => blocks(ladders, sums),
  };
}

function read(listed: readonly Fields[], columns: readonly Column[]) {
  const counts = listed.map((fields) => (fields.get("count") === undefined ? 1 : fields.whole("count", 1)));
  const singles = listed.filter((fields) => fields.get("count") === undefined).length;
  const total = counts.reduce((sum, one) => sum + one, 0);
  if (total > MOST_CUTS || singles > MOST_LISTED) {
    throw new Broken("cuts", `at most ${MOST_CUTS}, of which ${MOST_LISTED} are listed`, total);
  }
  const ladders: Ladder[] = [];
  const stretches: Stretch[] = [];
  let rules = 2;
  let offset = 0;
  for (const fields of listed) {
    const cuts = cutsOf(fields);
    const column = columnOf(fields, columns, true);
    let ladder = ladders.at(-1);
    const before = stretches.at(-1);
    if (ladder?.column !== column) {
      if (ladders.some((other) => other.column === column)) throw unordered(cuts.value(0));
      ladder = { column, stretches: [], count: 0, offset };
      ladders.push(ladder);
    } else if (before !== undefined && compare(before.value(before.count - 1), cuts.value(0)) >= 0) {
      throw unordered(cuts.value(0));
    }
    if (
      ladder.stretches.some(
        ({ passes, tests }) => passes !== cuts.passes || (passes && tests[0] !== cuts.tests[0]),
      )
    ) {
      throw new Broken("blank", "the same for all cuts of a column", cuts.passes);
    }
    const stretch = { ...cuts, ladder: ladders.length - 1, start: ladder.count, rule: rules };
    ladder.stretches.push(stretch);
    stretches.push(stretch);
    ladder.count += cuts.count;
    rules += cuts.tests.length * cuts.count;
    offset = ladder.offset + ladder.count + 1;
  }
  return { ladders, stretches, count: rules };
}

function unordered(value: Ratio): Broken {
  return new Broken("cuts", "column by column, ascending", toNumber(value));
}

/** A cut, or those of a range: from, from + step, ... */
function cutsOf(fields: Fields): Pick<Stretch, "count" | "tests" | "passes" | "value"> {
  const isRange = fields.get("count") !== undefined;
  const passes = passesBlank(fields);
  const optional = [...(fields.get("side") === undefined ? [] : ["side"]), ...(passes ? ["blank"] : [])];
  fields.only(["column", ...(isRange ? ["from", "step", "count"] : ["cut"]), ...optional]);
  const tests = fields.get("side") === undefined ? TESTS : [fields.word("side", TESTS)];
  if (passes && tests.length > 1) throw new Broken("blank", "cuts with a side", "both sides");
  if (!isRange) {
    const cut = numberOf(fields.text("cut"), "cut");
    return { count: 1, tests, passes, value: () => cut };
  }
  const from = numberOf(fields.text("from"), "from");
  const step = numberOf(fields.text("step"), "step");
  if (step.n <= 0n) throw new Broken("step", "above 0", fields.text("step"));
  const count = fields.whole("count", 1);
  const unit = from.d > step.d ? from.d : step.d;
  const first = (from.n * unit) / from.d;
  const last = first + ((step.n * unit) / step.d) * BigInt(count - 1);
  if (unit > MOST || first < -MOST || last > MOST)
    throw new Broken("range", "at most 15 digits", fields.members);
  const value = (index: number) => {
    return { n: from.n * step.d + BigInt(index) * step.n * from.d, d: from.d * step.d };
  };
  return { count, tests, passes, value };
}

/** Finds the range of a rule after the two constants. */
function stretchOf(stretches: readonly Stretch[], rule: number): Stretch {
  const next = lowest(stretches.length, (index) => (stretches[index]?.rule ?? 0) > rule);
  const stretch = stretches[next - 1];
  if (stretch === undefined) throw new Broken("rule", "one of the class", rule);
  return stretch;
}

/** How many cuts of the column are lower than the cell: these answer `>`, the others `<=`. */
function cutsBelow({ stretches, count }: Ladder, cell: Cell): number {
  const [first] = stretches;
  if (cell === null && first?.passes) return first.tests[0] === "above" ? count : 0;
  if (cell === null) return NULL_CELL;
  const value = numberOf(cell, "cell of a threshold's column");
  const reaches = ({ value: cut }: Stretch, index: number) => compare(cut(index), value) >= 0;
  const stretch = stretches[lowest(stretches.length, (at) => reachesEnd(stretches[at], reaches))];
  if (stretch === undefined) return count;
  return stretch.start + lowest(stretch.count, (index) => reaches(stretch, index));
}

function reachesEnd(stretch: Stretch | undefined, reaches: (stretch: Stretch, index: number) => boolean) {
  return stretch !== undefined && reaches(stretch, stretch.count - 1);
}

/** Finds by bisection the first index from which a condition holds. */
function lowest(count: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Runs of cuts between intervals with a charged person: all their rules `<=` have one loss, all `>` another. */
function blocks(ladders: readonly Ladder[], sums: readonly bigint[]): Block[] {
  const constant = (rule: number, loss: bigint): Block => {
    return { rule, cuts: 1, losses: [loss], accepted: () => [rule] };
  };
  const all: Block[] = [constant(0, 0n), constant(1, sums.at(-1) ?? 0n)];
  ladders.forEach(({ stretches, count, offset }, ladder) => {
    let total = 0n;
    for (let interval = 0; interval <= count; interval++) total += sums[offset + interval] ?? 0n;
    let below = 0n;
    for (const { start, count: cuts, rule, tests } of stretches) {
      let from = 0;
      for (let index = 0; index < cuts; index++) {
        below += sums[offset + start + index] ?? 0n;
        const isLast = index === cuts - 1 || (sums[offset + start + index + 1] ?? 0n) !== 0n;
        if (!isLast) continue;
        const first = start + from;
        const length = index + 1 - from;
        all.push({
          rule: rule + tests.length * from,
          cuts: length,
          losses: tests.map((test) => (test === "at-most" ? below : total - below)),
          accepted: (answers) => acceptedOf(tests, answers[ladder] ?? NULL_CELL, first, length),
        });
        from = index + 1;
      }
    }
  });
  return all;
}

/** Counts the cuts with ranks from `first` on that accept a person, by test. */
function acceptedOf(tests: readonly Test[], below: number, first: number, cuts: number): number[] {
  if (below === NULL_CELL) return tests.map(() => 0);
  const lower = Math.min(cuts, Math.max(0, below - first));
  return tests.map((test) => (test === "at-most" ? cuts - lower : lower));
}

function writtenOut(runs: readonly Block[], count: number): bigint[] {
  const losses = new Array<bigint>(count).fill(0n);
  for (const { rule, cuts, losses: each } of runs) {
    for (let place = 0; place < cuts * each.length; place++)
      losses[rule + place] = each[place % each.length] ?? 0n;
  }
  return losses;
}
