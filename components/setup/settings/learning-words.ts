import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { isDecimal } from "#server/learner/numeric/decimal.ts";
import type { SettingsDraft } from "#server/study/draft.ts";
import { modesOf } from "#server/study/settings/learner.ts";
import type { ChoiceOption } from "../choices.tsx";

/** Descriptions of the learner's options. A new learner, mode or rule gets its line here. */

type Mode = SettingsDraft["mode"];

export const learners: readonly ChoiceOption<SettingsDraft["learner"]>[] = [
  {
    value: "exp2",
    title: "Exp2 over all rules",
    what: "Keeps a weight for every rule and moves it after each round. Exact, and for panels the one we would take.",
  },
  {
    value: "ftpl",
    title: "FTPL with resampling",
    what: "Keeps no weights: for each round it adds fresh noise to what was learned and looks for the best rule, many times over. Chances are counted among the rules found.",
  },
];

const modeWords: Record<
  SettingsDraft["learner"],
  Partial<Record<Mode, Omit<ChoiceOption<Mode>, "value">>>
> = {
  exp2: {
    guarded: {
      title: "Guarded (derived, the default)",
      what: "Made for panels of ten to a few hundred rounds. Chances of a round stay within a limit that follows the reports, every rejected pair is remembered, and it learns as fast as the outcomes so far allow.",
    },
    known: {
      title: "Only outcomes are uncertain (derived)",
      what: "What the panel found is known and enters as it is; only missing outcomes are estimated. Learns faster; our derivation, not published.",
    },
    ix: {
      title: "Also against policies chosen afterwards (derived)",
      what: "As the one before, but adds a little to each chance it divides by, so that outcomes of people who were hardly ever picked weigh less (implicit exploration). Needs the number of rounds.",
    },
    paper: {
      title: "As printed in the paper",
      what: "Every coordinate of the reduction is estimated. Slower; for comparison with the literature. Needs the number of rounds and one pair a round.",
    },
  },
  ftpl: {
    known: {
      title: "Only outcomes are uncertain (derived, the default)",
      what: "What the panel found enters as it is. An outcome weighs one over the chance it was picked with, up to a cap that follows from the number of rounds.",
    },
    paper: {
      title: "As printed in the paper",
      what: "Noise as a vector, outcomes weighed by geometric resampling: further searches when a round closes. How many rules are drawn follows from the number of rounds. Needs one pair a round.",
    },
  },
};

export function modeChoices(learner: SettingsDraft["learner"]): ChoiceOption<Mode>[] {
  return modesOf(learner).flatMap((value) => {
    const words = modeWords[learner][value];
    return words === undefined ? [] : [{ value, ...words }];
  });
}

export const noises: readonly ChoiceOption<SettingsDraft["noise"]>[] = [
  {
    value: "proof",
    title: "As large as the proof asks (derived)",
    what: "In studies of less than about 16,000 rounds it is larger than what was learned: chances stay near those of the first round.",
  },
  {
    value: "heuristic",
    title: "Smaller, and outside of the proof (heuristic)",
    what: "Divided by the number below, so that what was learned shows sooner. Nothing is proven about it. In our simulation 16 changed nothing within 1,000 rounds, and more than halved the unfair rounds within 4,000.",
  },
];

export const pairRules: readonly ChoiceOption<SettingsDraft["pairRule"]>[] = [
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

/**
 * Describes the learner in a few words.
 *
 * @param omegaMultiplier only if it is used
 */
export function learnerSentence({
  learner,
  mode,
  omegaMultiplier,
}: Pick<LearnerSpec, "learner" | "mode" | "omegaMultiplier">): string {
  const name = learner === "exp2" ? "Exp2 over all rules" : "FTPL with resampling";
  if (mode === "paper") return `${name}, as printed in the paper`;
  if (mode === "guarded") return `${name}, guarded by a limit and by remembered verdicts`;
  if (mode === "ix") return `${name}, also against policies chosen afterwards`;
  const known = `${name}, taking only outcomes as uncertain`;
  if (omegaMultiplier === undefined) return known;
  return `${known}, with noise divided by ${omegaMultiplier} (a heuristic, outside of the proof)`;
}

/** Describes the effect of the multiplier at its present value. */
export function multiplierWords({ multiplier, learner, noise }: SettingsDraft): string {
  const text = multiplier.trim();
  const value = isDecimal(text) ? Number(text) : 1;
  if (value < 1) {
    return "Below 1: a reported pair moves the rules less. Fewer errors, more rounds with unfair pairs.";
  }
  if (value > 1) {
    const price =
      learner === "exp2"
        ? ", and the learner takes smaller steps in all"
        : noise === "proof"
          ? ", and there is more noise in each search"
          : "";
    return `Above 1: a reported pair moves the rules more${price}. Fewer unfair rounds, more errors.`;
  }
  return "1: as the guarantee balances them. Below 1 fewer errors and more unfair rounds, above 1 the other way round.";
}
