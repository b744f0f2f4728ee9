import { isDecimal } from "#server/learner/decimal.ts";
import type { SettingsDraft } from "#server/schemas/study-draft.ts";
import type { Choice } from "../choices.tsx";

/** The learner's options in words; a new learner, mode or rule gets its line here. */

export const learners: readonly Choice<SettingsDraft["learner"]>[] = [
  {
    value: "exp2",
    title: "Exp2 over all rules",
    what: "Keeps a weight for every rule and moves it after each round. Exact, for up to about a million rules.",
  },
];

export const modes: readonly Choice<SettingsDraft["mode"]>[] = [
  {
    value: "known",
    title: "Only outcomes are uncertain (derived, the default)",
    what: "What the panel found is known and enters as it is; only missing outcomes are estimated. Learns faster; our derivation, not published.",
  },
  {
    value: "paper",
    title: "As printed in the paper",
    what: "Every coordinate of the reduction is estimated. Slower; for comparison with the literature. Needs the number of rounds and one pair a round.",
  },
];

export const pairRules: readonly Choice<SettingsDraft["pairRule"]>[] = [
  {
    value: "average",
    title: "All of them, with equal shares",
    what: "Nothing that was found is lost, and the guarantee keeps every constant.",
  },
  { value: "largest-gap", title: "The pair with the largest difference", what: "Then the lower positions." },
  {
    value: "most-flags",
    title: "The pair with the most flags",
    what: "Then the larger difference, then the lower positions.",
  },
];

/** What the multiplier does, for the value that stands there. */
export function multiplierWords(multiplier: string): string {
  const text = multiplier.trim();
  const value = isDecimal(text) ? Number(text) : 1;
  if (value < 1) {
    return "Below 1: a reported pair moves the rules less. Fewer errors, more rounds with unfair pairs.";
  }
  if (value > 1) {
    return "Above 1: a reported pair moves the rules more, and the learner takes smaller steps in all. Fewer unfair rounds, more errors.";
  }
  return "1: as the guarantee balances them. Below 1 fewer errors and more unfair rounds, above 1 the other way round.";
}
