import { LIMITS } from "#server/learner/config/defaults.ts";
import type { Column, Cut, CutRange, Features } from "#server/learner/config/spec.ts";
import { parseNumber, printDecimal, readDecimal } from "#server/learner/numeric/decimal.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { firstWhere } from "#server/learner/numeric/first-where.ts";
import { checkWidth, numberCell, numberColumnPosition } from "./cells.ts";

/** Consecutive cuts of a column that each make the same kinds of rules. */
export type Stretch = {
  /** The column's position among the study's columns. */
  readonly position: number;
  /** Rank of its first cut among the column's, from 0. */
  readonly first: number;
  readonly count: number;
  /** Catalogue number of its first rule. */
  readonly rule: number;
  /** Which rules each cut makes. both: first `<=`, then `>`. */
  readonly side: "both" | "at-most" | "above";
  /** Whether its rules accept a missing cell. */
  readonly passesBlank: boolean;
  /** By index, 0..count-1. */
  value(index: number): number;
  text(index: number): string;
};

/** The m cuts of one column and the m + 1 intervals that they make of the line: interval j has j cuts below it. */
export type Ladder = {
  readonly column: string;
  readonly position: number;
  readonly stretches: readonly Stretch[];
  /** m */
  readonly count: number;
  /** The number of the column's interval 0 among all intervals. */
  readonly offset: number;
  /** The interval of a missing cell: that which all rules accept, where it passes; -1: none accepts it. */
  readonly blankInterval: number;
};

/** A class of thresholds by its columns, without storage per rule. */
export type Ladders = {
  /** N */
  readonly size: number;
  readonly columns: readonly Ladder[];
  /** The stretches of all columns, in catalogue order. */
  readonly stretches: readonly Stretch[];
  readonly cutCount: number;
  /** The number of columns of the study. */
  readonly width: number;
  /** The number of all intervals: cuts + columns. */
  readonly intervalCount: number;
};

/** The most digits in a part of a range: doubles distinguish this many. */
const MOST_DIGITS = 15;

/**
 * Binds cuts to the study's columns and numbers their rules, after the two constants.
 *
 * @param cuts column by column, ascending in each; at most LIMITS.cuts, of which LIMITS.listedCuts are listed one by
 *   one
 * @throws LearnerError "class-too-large"; "range" on an unknown column or one without numbers, on a cut that is not
 *   above the one before it in its column, on columns whose cuts are not consecutive, and on a range without cuts, with
 *   a step that is not above 0 or with more than 15 digits; "not-a-decimal"
 * Cost: O(listed cuts + ranges).  Source: NOTATION row "thresholds".
 */
export function laddersOf(columns: readonly Column[], cuts: readonly (Cut | CutRange)[]): Ladders {
  const listedCount = cuts.filter((cut) => !("count" in cut)).length;
  if (listedCount > LIMITS.listedCuts) {
    throw new LearnerError("class-too-large", `${listedCount} listed cuts, at most ${LIMITS.listedCuts}`);
  }
  const all: Ladder[] = [];
  let [size, cutCount, offset] = [2, 0, 0];
  for (let at = 0; at < cuts.length; ) {
    const { column } = cuts[at] as Cut;
    const position = numberColumnPosition(columns, column);
    if (all.some((other) => other.position === position)) {
      throw new LearnerError("range", `the cuts of ${JSON.stringify(column)} do not stand together`);
    }
    const stretches: Stretch[] = [];
    const from = at;
    let count = 0;
    while (cuts[at]?.column === column) {
      const [first, ...others] = alikeFrom(cuts, at) as [Cut | CutRange, ...Cut[]];
      const { side = "both" } = first;
      const passesBlank = first.blank === "pass";
      const values = "count" in first ? rangedCuts(first) : listed([first, ...others]);
      const stretch: Stretch = { position, first: count, rule: size, side, passesBlank, ...values };
      checkAscending(stretches.at(-1), stretch);
      stretches.push(stretch);
      at += 1 + others.length;
      count += stretch.count;
      cutCount += stretch.count;
      size += rulesACut(stretch) * stretch.count;
      if (cutCount > LIMITS.cuts) throw tooMany(cutCount);
    }
    all.push({
      column,
      position,
      stretches,
      count,
      offset,
      blankInterval: blankInterval(cuts.slice(from, at), count),
    });
    offset += count + 1;
  }
  const stretches = all.flatMap((ladder) => ladder.stretches);
  return { size, columns: all, stretches, cutCount, width: columns.length, intervalCount: offset };
}

/** @throws LearnerError "range" if a missing cell passes and the rules of the column do not all have one side */
function blankInterval(cuts: readonly (Cut | CutRange)[], count: number): number {
  if (cuts.every(({ blank }) => blank === undefined)) return -1;
  const [{ column, side } = cuts[0] as Cut] = cuts;
  if (side === undefined || cuts.some((cut) => cut.side !== side || cut.blank === undefined)) {
    throw new LearnerError(
      "range",
      `a missing cell of ${JSON.stringify(column)} passes: its cuts need one side, and all must say so`,
    );
  }
  return side === "above" ? count : 0;
}

/** The number of rules that a cut makes: 1 or 2. */
export function rulesACut({ side }: Pick<Stretch, "side">): number {
  return side === "both" ? 2 : 1;
}

/** Returns one range, or the listed cuts from here on that have this one's column and side. */
function alikeFrom(cuts: readonly (Cut | CutRange)[], at: number): readonly (Cut | CutRange)[] {
  const { column, side, ...first } = cuts[at] as Cut | CutRange;
  const isOther = (cut: Cut | CutRange) => "count" in cut || cut.column !== column || cut.side !== side;
  let end = at + 1;
  while (!("count" in first) && end < cuts.length && !isOther(cuts[end] as Cut | CutRange)) end += 1;
  return cuts.slice(at, end);
}

/** Cuts by index, 0..count-1: the double and the decimal of each. */
export type CutValues = Pick<Stretch, "count" | "value" | "text">;

function listed(cuts: readonly Cut[]): CutValues {
  const values = Float64Array.from(cuts, ({ cut }) => parseNumber(cut));
  for (let i = 1; i < values.length; i++) {
    if (!((values[i] as number) > (values[i - 1] as number))) throw notAbove((cuts[i] as Cut).cut);
  }
  return {
    count: cuts.length,
    value: (index) => values[index] as number,
    text: (index) => (cuts[index] as Cut).cut,
  };
}

/**
 * Returns the cuts of a range. Each is a whole number of at most 15 digits times a power of ten, so its double is the
 * nearest to the decimal, and no two are equal.
 *
 * @throws LearnerError "range" without cuts, with a step that is not above 0 or with more digits; "not-a-decimal"
 */
export function rangedCuts({ from, step, count }: Pick<CutRange, "from" | "step" | "count">): CutValues {
  const [start, distance] = [readDecimal(from), readDecimal(step)];
  const scale = Math.max(start.scale, distance.scale);
  const digitsOf = ({ digits, scale: own }: typeof start) => digits * 10n ** BigInt(scale - own);
  const [first, each] = [digitsOf(start), digitsOf(distance)];
  if (!Number.isSafeInteger(count) || count < 1) throw new LearnerError("range", `a range of ${count} cuts`);
  if (each <= 0n) throw new LearnerError("range", `a range with steps of ${step}`);
  const most = 10n ** BigInt(MOST_DIGITS);
  const last = first + each * BigInt(count - 1);
  if (scale > MOST_DIGITS || first < -most || last > most) {
    throw new LearnerError("range", `a range from ${from} by ${step} has more than ${MOST_DIGITS} digits`);
  }
  const [low, by, unit] = [Number(first), Number(each), 10 ** scale];
  return {
    count,
    value: (index) => (low + by * index) / unit,
    text: (index) => printDecimal({ digits: first + each * BigInt(index), scale }),
  };
}

function checkAscending(before: Stretch | undefined, stretch: Stretch): void {
  if (before === undefined || before.value(before.count - 1) < stretch.value(0)) return;
  throw notAbove(stretch.text(0));
}

function notAbove(cut: string): LearnerError {
  return new LearnerError("range", `cut ${cut} is not above the one before it in its column`);
}

function tooMany(count: number): LearnerError {
  return new LearnerError("class-too-large", `${count} cuts, at most ${LIMITS.cuts}`);
}

/**
 * Returns the interval that contains a number: the number of cuts below it.
 *
 * @param cell a number; NaN: missing
 * @returns 0..count; for a missing cell the column's blankInterval
 * Cost: O(log cuts).
 */
export function intervalOf({ stretches, count, blankInterval }: Ladder, cell: number): number {
  if (Number.isNaN(cell)) return blankInterval;
  const place = firstWhere(stretches.length, (index) => {
    const stretch = stretches[index] as Stretch;
    return cell <= stretch.value(stretch.count - 1);
  });
  const stretch = stretches[place];
  if (stretch === undefined) return count;
  return stretch.first + firstWhere(stretch.count, (index) => cell <= stretch.value(index));
}

/**
 * Returns where a charge on a person is stored: the intervals of the person's cells, and after all intervals the sum of
 * all charges.
 *
 * @throws LearnerError "shape"; "not-a-decimal"
 */
export function placesOf({ columns, width, intervalCount }: Ladders, individual: Features): number[] {
  checkWidth(individual, width);
  const intervals = columns.flatMap((ladder) => {
    const interval = intervalOf(ladder, numberCell(individual, ladder.position));
    return interval < 0 ? [] : [ladder.offset + interval];
  });
  return [...intervals, intervalCount];
}

/** The position of a rule that is not a constant. */
export type CutRule = { readonly stretch: Stretch; readonly index: number; readonly isAbove: boolean };

/** Returns the cut of a rule. @param rule 2..N-1 */
export function cutRuleAt({ stretches }: Ladders, rule: number): CutRule {
  const after = firstWhere(stretches.length, (index) => (stretches[index] as Stretch).rule > rule);
  const stretch = stretches[after - 1] as Stretch;
  const place = rule - stretch.rule;
  if (stretch.side !== "both") return { stretch, index: place, isAbove: stretch.side === "above" };
  return { stretch, index: place >> 1, isAbove: place % 2 === 1 };
}

/**
 * Visits the cuts of a column in order, part by part. The cuts of a part belong to one stretch and have equally many of
 * the given intervals at or below them.
 *
 * @param intervals numbers of intervals of the column, ascending
 * @param use receives a stretch, the ranks from..to-1 in the column, and how many of the intervals j have j <= from
 */
export function eachPart(
  { stretches }: Ladder,
  intervals: ArrayLike<number>,
  use: (stretch: Stretch, from: number, to: number, seen: number) => void,
): void {
  let seen = 0;
  for (const stretch of stretches) {
    const end = stretch.first + stretch.count;
    for (let from = stretch.first; from < end; ) {
      while (seen < intervals.length && (intervals[seen] as number) <= from) seen += 1;
      const to = seen < intervals.length ? Math.min(end, intervals[seen] as number) : end;
      use(stretch, from, to, seen);
      from = to;
    }
  }
}
