import * as t from "#messages/distances.ts";
import type { FieldWeight, ListedPair } from "#server/analysis/distances/estimate.ts";
import type { DistanceInterval } from "#server/analysis/distances/intervals.ts";
import { formatPoints } from "#server/format.ts";
import { cellInWords, type FieldWords } from "#server/study/words.ts";

/** Formats what is known of a distance in points, such as "below 12" or "at least 4.5". */
export function knownInWords({ from, to }: DistanceInterval): string {
  const ends = { from: formatPoints(from), to: formatPoints(to) };
  if (to === 1) return t.atLeast(ends);
  return from === 0 ? t.below(ends) : t.between(ends);
}

export function answerInWords({ isUnfair }: Pick<ListedPair, "isUnfair">): string {
  return t.said({ answer: isUnfair === null ? "tolerances" : isUnfair ? "unfair" : "acceptable" });
}

/** Describes a difference in a field, and by how many points of chance it counts. */
export function weightInWords(
  { weight, range }: Pick<FieldWeight, "weight" | "range">,
  field: FieldWords,
): { difference: string; counts: string } {
  const step = range === null ? null : roundStep(range);
  const share = weight * (step === null || range === null ? 1 : step / range);
  const count = Math.round(1000 * share) / 10;
  return {
    difference: differenceInWords(step, field),
    counts: count === 0 ? t.nothing() : t.inPoints({ count, points: formatPoints(share) }),
  };
}

function differenceInWords(step: number | null, field: FieldWords): string {
  const { label, type, isDate } = field;
  if (step === null || type !== "number") return t.ofWords({ label });
  if (isDate) return t.ofDays({ label, count: step });
  return t.ofNumber({ label, step: cellInWords(String(step), field) ?? String(step) });
}

/**
 * Returns 1, 2 or 5 times a power of ten, the largest that is at most a tenth of the range; at least 1 where the range is
 * whole, so that whole numbers, such as counts, get no fraction.
 */
function roundStep(range: number): number {
  if (Number.isInteger(range) && range < 10) return 1;
  const power = Math.floor(Math.log10(range / 10));
  const unit = 10 ** Math.abs(power);
  const scaled = (times: number) => (power < 0 ? times / unit : times * unit);
  return [5, 2].map(scaled).find((step) => step <= range / 10) ?? scaled(1);
}
