import type { Pair, VerdictWord } from "#components/judging/ballots/verdicts.ts";
import type { FieldRow } from "#components/judging/rows.ts";
import { pairFigures } from "#components/rounds/people/chance-words.ts";
import { personName } from "#components/rounds/people/pair-words.ts";
import { formatList, plural } from "#server/format.ts";
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
  const isAlike = differing.length <= 2 && (differing.length < rows.length || rows.length === 0);
  const seen = `${differencesInWords(differing, rows.length)} ${personName(high)} would be picked ${gap.words} more times in 100.`;
  return `${seen} ${isAlike ? feedbackOnAlike[word] : feedbackOnDifferent[word]}`;
}

function differencesInWords(differing: readonly string[], count: number): string {
  if (differing.length === 0) return "Nothing that is shown differs.";
  if (differing.length === count) return "They differ in everything that is shown.";
  return `Only ${formatList(differing)} ${plural(differing.length, "differs", "differ")}.`;
}

/** Feedback on two people who show almost the same. */
const feedbackOnAlike: Record<VerdictWord, string> = {
  unfair:
    "This is the kind of pair to look for. Your flag counts; the pair is reported once enough of the panel flag it.",
  acceptable:
    "You may find that so little makes so much. Many would flag such a pair: look whether the guidelines let it count.",
  unsure: "That is an answer, and never a flag. Pairs like this one are what the panel looks for.",
};

/** Feedback on two people who have little in common. */
const feedbackOnDifferent: Record<VerdictWord, string> = {
  unfair:
    "You may: ask yourself whether what differs should make so much of a difference. Others may see it otherwise.",
  acceptable: "Where much differs, a difference in chance can be right. The guidelines say what may count.",
  unsure: "Where much differs it is often hard to tell. Not sure is kept as it is, and is never a flag.",
};
