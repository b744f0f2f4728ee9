import type { Pair, VerdictWord } from "#components/judging/ballots/verdicts.ts";
import type { FieldRow } from "#components/judging/pair/rows.ts";
import { pairFigures } from "#components/rounds/people/chance-words.ts";
import { personName } from "#components/rounds/people/pair-words.ts";
import * as t from "#messages/practice.ts";
import { formatList } from "#server/format.ts";
import type { PracticePerson } from "./practice-round.ts";

/**
 * Feedback on a practice verdict: what the pair shows, and the effect of such a verdict. Verdicts are never graded.
 *
 * @param rows the fields of the two, as on the cards
 */
export function answerTo(
  word: VerdictWord,
  [high, low]: Pair,
  people: readonly PracticePerson[],
  rows: readonly FieldRow[],
  alpha: string,
): string {
  const { gap } = pairFigures(people[high]?.chance ?? "0", people[low]?.chance ?? "0", alpha);
  const differing = rows.filter(({ isEqual }) => !isEqual).map(({ label }) => label);
  return [
    differencesInWords(differing, rows.length),
    t.moreTimes({ person: personName(high), gap: gap.words }),
    t.onVerdict({ word }),
  ].join(" ");
}

function differencesInWords(differing: readonly string[], count: number): string {
  if (differing.length === 0) return t.nothingDiffers();
  if (differing.length === count) return t.allDiffers();
  return t.onlyDiffers({ fields: formatList(differing), count: differing.length });
}
