import type { LearnerError, LearnerErrorCode } from "#server/learner/numeric/errors.ts";
import { listedInWords } from "#server/study/rules/trees.ts";

/**
 * The learner's reasons for rejecting settings, in the words of the form. Codes that no setting causes keep the
 * learner's own words.
 */
const reasons: Partial<Record<LearnerErrorCode, string>> = {
  "class-empty": "There must be at least two different rules, or there is nothing to learn.",
  "class-too-large": "There are more rules, or more noise a round, than can be worked through exactly.",
  "class-unlisted": `Exp2 gives every rule a weight of its own, and these trees are too many to list. Choose FTPL, which searches them without a list, or remove conditions in step 3: ${listedInWords()} can be listed.`,
  "cuts-need-numbers":
    "With this learner, mode or start, or with a number of picks, each rule has a number of its own. Take fewer cut points, or change one of these.",
  "separator-fails": "Two rules decide alike on every stored context, so FTPL cannot tell them apart.",
  "horizon-missing": "This learner needs the number of rounds in advance, and ends after the last one.",
  "eps-outside-alpha": "The margin must be more than 0 and at most the smallest judged difference.",
  "delta-outside": "The chance that the guarantee fails lies between 0 and 1.",
  "picks-outside": "The number of picks must be more than 0 and at most the people in a round.",
  "picks-need-even-draw":
    "A number of picks needs the even draw. With one rule for everybody, a round picks as many as that rule accepts.",
  "picks-fraction": "This learner has no even draw, so the number of picks must be a whole number.",
  "setting-missing": "A setting that this learner needs is not there.",
  "setting-unused": "There is a setting that this learner does not know.",
  "pair-rule-undefined": "The mode “as printed in the paper” takes one pair a round: choose which.",
  "not-a-decimal": "A setting is no number such as 24 or 0.5.",
  "not-finite": "With these numbers the size of a step leaves what a computer can count.",
};

/** Returns the reason in words, followed by the exact finding. */
export function learnerRefusal({ code, message }: LearnerError): string {
  const reason = reasons[code];
  return reason === undefined ? message : `${reason} (${message})`;
}
