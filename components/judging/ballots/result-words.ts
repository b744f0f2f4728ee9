import { formatCount } from "#server/format.ts";
import type { PairResult, RoundResult } from "#server/rounds/judging/read-result.ts";

type Rule = RoundResult["pairRule"];

/** Describes which of the reported pairs were used, and by which rule of the study. */
export function useInWords(reported: readonly Pick<PairResult, "weight">[], rule: Rule): string {
  const [first] = reported;
  if (rule === null) return "This study audits the rule in force: reports are counted, and change nothing.";
  if (first === undefined) return "Nothing was reported to the rule.";
  if (reported.length === 1) return "It was used whole.";
  if (rule === "all") return `All ${reported.length} were used, each of them whole.`;
  if (rule === "average") {
    return `All ${reported.length} were used, with equal shares: that is how this study was set up.`;
  }
  const reason = rule === "largest-gap" ? "the largest difference in chance" : "the most flags";
  return `One of them was used, the one with ${reason}: that is how this study was set up. The others are in the record.`;
}

/** Counts of verdicts without names: "3 unfair, 1 acceptable, 1 not sure". */
export function panelInWords({ unfair, acceptable, unsure }: PairResult["counts"]): string {
  const parts = [
    unfair > 0 && `${unfair} unfair`,
    acceptable > 0 && `${acceptable} acceptable`,
    unsure > 0 && `${unsure} not sure`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? "nobody looked at it" : parts.join(", ");
}

/** Describes attendance, such as "4 of 5 sealed.", and what the missing ballots mean. */
export function attendanceInWords(sealedCount: number, seatCount: number): string {
  const missing = seatCount - sealedCount;
  if (missing === 0) return `All ${formatCount(seatCount, "seat")} sealed.`;
  return `${sealedCount} of ${formatCount(seatCount, "seat")} sealed; whoever did not counts as having flagged nothing.`;
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
