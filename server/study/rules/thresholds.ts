import * as t from "#messages/ruleProblems.ts";
import { LIMITS } from "#server/learner/config/defaults.ts";
import { isDecimal, parseNumber } from "#server/learner/numeric/decimal.ts";
import { splitTyped, typedNumber } from "#server/study/cells/typed-numbers.ts";
import { hasUnclearDirection } from "#server/study/column-warnings.ts";
import { columnLabel, isForRules } from "#server/study/columns.ts";
import type { ColumnChoice, Missing, RulesDraft } from "#server/study/draft.ts";
import { atRules } from "#server/study/missing-field.ts";
import { numbersOf } from "#server/study/read-columns.ts";
import type { PeopleReading } from "#server/study/reading.ts";
import { type CutPart, countOf, evenCuts } from "./cut-parts.ts";
import type { RulesContext, RulesKind } from "./kind.ts";

const quantileLimit = 49;

type Threshold = RulesDraft["thresholds"][number];
type Used = {
  readonly column: ColumnChoice;
  readonly threshold: Threshold;
  readonly cuts: readonly CutPart[];
};

/** One rule for each cut point in the better direction, or one in each direction. */
export const thresholdsDraft: RulesKind = {
  conditionLimit: () => null,
  size: (context) => {
    const used = usedColumns(context);
    const cuts = used.reduce((sum, each) => sum + countOf(each.cuts), 0);
    const rules = used.reduce((sum, each) => sum + rulesOf(each), 2);
    return { rules, used: cuts };
  },
  missing: (context) => {
    const used = usedColumns(context);
    const problems = used.flatMap((each) => cutProblems(each, context));
    const count = used.reduce((sum, { cuts }) => sum + countOf(cuts), 0);
    if (problems.length === 0 && count === 0) {
      problems.push(atRules("thresholds", t.chooseCuts()));
    }
    if (count > LIMITS.cuts) {
      problems.push(atRules("thresholds", t.tooManyCuts({ count, limit: LIMITS.cuts })));
    }
    return problems;
  },
  build: (context) => ({
    kind: "thresholds",
    version: 1,
    cuts: usedColumns(context).flatMap(({ column, threshold: { direction, blank }, cuts }) =>
      cuts.map((cut) => ({
        column: column.name.trim(),
        ...cut,
        ...((direction === "above" || direction === "at-most") && { side: direction }),
        ...(blank && { blank }),
      })),
    ),
  }),
  /** The middle cut of each column, alternating directions where it has both. */
  samples: (context) => {
    let before = 2;
    return usedColumns(context)
      .map((used, index) => {
        const count = countOf(used.cuts);
        const each = rulesOf(used) / count;
        const middle = before + each * Math.floor(count / 2) + (index % each);
        before += rulesOf(used);
        return middle;
      })
      .slice(0, 4);
  },
};

function rulesOf({ cuts, threshold }: Used): number {
  return (threshold.direction === "both" ? 2 : 1) * countOf(cuts);
}

/** Returns the default of a chosen number: higher is better, unless its name leaves that open. */
export function firstThreshold({ source, name, label }: ColumnChoice): Threshold {
  const direction = hasUnclearDirection(`${name} ${label}`) ? "unclear" : "above";
  return { source, direction, by: "quantiles", count: "3", values: "" };
}

/** Returns the numbers that rules may use. */
export function numberColumns(columns: readonly ColumnChoice[]): ColumnChoice[] {
  return columns.filter((column) => isForRules(column) && column.type === "number");
}

/** Returns a column's cut points, sorted and without repetitions. */
export function cutsOf(
  threshold: Threshold,
  column: ColumnChoice,
  reading: PeopleReading,
): readonly CutPart[] {
  if (threshold.by === "even") {
    const cuts = evenCuts(threshold.range, column);
    return "why" in cuts ? [] : [cuts];
  }
  const cuts =
    threshold.by === "typed"
      ? distinct(typedValues(threshold.values, column).filter(isDecimal))
      : quantilesOf(threshold, column, reading);
  return cuts.map((cut) => ({ cut }));
}

function quantilesOf(threshold: Threshold, column: ColumnChoice, reading: PeopleReading): string[] {
  const numbers = numbersOf(reading, column);
  const count = Number(threshold.count);
  if (numbers === null || !isCount(threshold.count)) return [];
  const cuts = Array.from({ length: count }, (_, index) => {
    const percent = Math.round((100 * (index + 1)) / (count + 1));
    return numbers.percentiles[percent - 1] ?? "";
  });
  // No person is above the largest number: that cut would repeat the constant rules.
  return distinct(cuts.filter((cut) => isDecimal(cut) && Number(cut) < Number(numbers.largest)));
}

function usedColumns({ rules, columns, reading }: RulesContext): Used[] {
  return numberColumns(columns).flatMap((column) => {
    const threshold = rules.thresholds.find(({ source }) => source === column.source);
    if (threshold === undefined) return [];
    return [{ column, threshold, cuts: cutsOf(threshold, column, reading) }];
  });
}

function cutProblems({ column, threshold, cuts }: Used, { reading }: RulesContext): Missing[] {
  const field = `thresholds.${column.source}`;
  const name = columnLabel(column);
  if (threshold.direction === "unclear") {
    return [atRules(field, t.chooseDirection({ name }))];
  }
  if (threshold.direction === "both" && threshold.blank === "pass") {
    return [atRules(field, t.oneDirection({ name }))];
  }
  if (threshold.by === "quantiles") {
    if (!isCount(threshold.count)) {
      return [atRules(field, t.cutCount({ name, most: quantileLimit }))];
    }
    if (numbersOf(reading, column) === null) {
      return [atRules(field, t.noQuantiles({ name }))];
    }
    return cuts.length > 0 ? [] : [atRules(field, t.sameNumbers({ name }))];
  }
  if (threshold.by === "even") {
    const found = evenCuts(threshold.range, column);
    return "why" in found ? [atRules(field, t.rangeWrong({ name, ...found }))] : [];
  }
  const values = typedValues(threshold.values, column);
  const wrong = values.find((value) => !isDecimal(value));
  if (wrong !== undefined) {
    return [atRules(field, t.cutWrong({ name, value: wrong }))];
  }
  return values.length > 0 ? [] : [atRules(field, t.noCut({ name }))];
}

function typedValues(values: string, column: ColumnChoice): string[] {
  return splitTyped(values, column).map((value) => typedNumber(value, column));
}

function isCount(count: string): boolean {
  return /^[1-9]\d?$/.test(count) && Number(count) <= quantileLimit;
}

/** Sorts cuts and removes equal ones, such as 1 and 1.0. */
function distinct(cuts: readonly string[]): string[] {
  const seen = new Map<number, string>();
  for (const cut of cuts) if (!seen.has(parseNumber(cut))) seen.set(parseNumber(cut), cut);
  return [...seen].sort(([a], [b]) => a - b).map(([, cut]) => cut);
}
