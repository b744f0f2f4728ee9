import * as t from "#messages/receipts.ts";
import type { PairResult, RoundResult } from "#server/rounds/judging/read-result.ts";

type Rule = RoundResult["pairRule"];

/** Describes which of the reported pairs were used, and by which rule of the study. */
export function useInWords(reported: readonly Pick<PairResult, "weight">[], rule: Rule): string {
  const [first] = reported;
  if (rule === null) return t.auditCounts();
  if (first === undefined) return t.nothingToRule();
  if (reported.length === 1) return t.usedWhole();
  if (rule === "all") return t.allUsed({ count: reported.length });
  if (rule === "average") {
    return t.equalShares({ count: reported.length });
  }
  return t.oneUsed({ rule: rule === "largest-gap" ? "gap" : "flags" });
}

/** Counts of verdicts without names: "3 unfair, 1 acceptable, 1 not sure". */
export function panelInWords({ unfair, acceptable, unsure }: PairResult["counts"]): string {
  const parts = [
    unfair > 0 && t.panelUnfair({ count: unfair }),
    acceptable > 0 && t.panelAcceptable({ count: acceptable }),
    unsure > 0 && t.panelUnsure({ count: unsure }),
  ].filter((part) => part !== false);
  return parts.length === 0 ? t.notLookedAt() : parts.join(", ");
}

/** Describes attendance, such as "4 of 5 sealed.", and what the missing ballots mean. */
export function attendanceInWords(sealedCount: number, seatCount: number): string {
  const missing = seatCount - sealedCount;
  if (missing === 0) return t.allSealed({ count: seatCount });
  return t.someSealed({ sealed: sealedCount, count: seatCount });
}

/** Sorts pairs: reported ones first, then by flags, then in the order of the record. */
export function byWeightOfFlags(pairs: readonly PairResult[]): PairResult[] {
  return pairs.toSorted(
    (a, b) =>
      Number(b.weight !== null) - Number(a.weight !== null) ||
      b.counts.unfair - a.counts.unfair ||
      a.high - b.high ||
      a.low - b.low,
  );
}
