import type * as t from "#messages/ruleProblems.ts";
import { rangedCuts } from "#server/learner/classes/ladders.ts";
import type { Cut, CutRange } from "#server/learner/config/spec.ts";
import { alignDecimals, isDecimal } from "#server/learner/numeric/decimal.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { typedNumber } from "#server/study/cells/typed-numbers.ts";
import type { ColumnChoice, RulesDraft } from "#server/study/draft.ts";

/** One cut point of a number, or many evenly spaced ones. */
export type CutPart = Pick<Cut, "cut"> | Pick<CutRange, "from" | "step" | "count">;

type Range = NonNullable<RulesDraft["thresholds"][number]["range"]>;

/** What is wrong with a range, as messages take it. */
export type WrongRange = Omit<Parameters<typeof t.rangeWrong>[0], "name">;

/** Returns the cuts of a range, or what is wrong with it. */
export function evenCuts(range: Range | undefined, column: ColumnChoice): CutPart | WrongRange {
  const { from = "", to = "", step = "" } = range ?? {};
  const all = [from, to, step].map((text) => typedNumber(text.trim(), column));
  const wrong = all.find((text) => !isDecimal(text));
  if (wrong !== undefined) return { why: "number", value: wrong };
  const [first, last, each] = alignDecimals(all) as [bigint, bigint, bigint];
  if (each <= 0n) return { why: "step", value: "" };
  if (last < first) return { why: "ends", value: "" };
  const cuts = { from: all[0] as string, step: all[2] as string, count: Number((last - first) / each) + 1 };
  return hasTooManyDigits(cuts) ? { why: "digits", value: "" } : cuts;
}

function hasTooManyDigits(cuts: Pick<CutRange, "from" | "step" | "count">): boolean {
  try {
    rangedCuts(cuts);
    return false;
  } catch (error) {
    if (error instanceof LearnerError) return true;
    throw error;
  }
}

export function countOf(parts: readonly CutPart[]): number {
  return parts.reduce((sum, part) => sum + ("cut" in part ? 1 : part.count), 0);
}

/** Returns the first few cuts, as they are written. */
export function firstCuts(parts: readonly CutPart[], count: number): string[] {
  const first = parts.slice(0, count).flatMap((part) => {
    if ("cut" in part) return [part.cut];
    const { text, count: all } = rangedCuts(part);
    return Array.from({ length: Math.min(count, all) }, (_, index) => text(index));
  });
  return first.slice(0, count);
}

/** Returns the smallest and the largest cut of each part. */
export function endsOf(parts: readonly CutPart[]): number[] {
  return parts.flatMap((part) => {
    if ("cut" in part) return [Number(part.cut)];
    const { value, count } = rangedCuts(part);
    return [value(0), value(count - 1)];
  });
}
