import type { SettingsDraft } from "#server/study/draft.ts";

type Asking = SettingsDraft["asking"];

/** Questions in addition to a verdict: their options, their meaning, and their sentences in the review. */
export const modes: readonly {
  readonly name: Exclude<keyof Asking, "docket" | "minutes">;
  readonly label: string;
  readonly what: string;
  readonly review: string;
}[] = [
  {
    name: "lookFirst",
    label: "Show two people before their chances",
    what: "Auditors are asked first how far apart the chances of the two may be. Then they see them. It takes longer, and they are less led by what the rule does.",
    review: "Auditors look at two people before they see their chances.",
  },
  {
    name: "reasons",
    label: "Offer reasons after a flag",
    what: "A few to pick from, never required. They are kept beside the record, not in it, and count nothing.",
    review: "After a flag auditors may pick reasons, which count nothing.",
  },
  {
    name: "notes",
    label: "Let auditors write notes on pairs",
    what: "Until the round closes a note is its author’s alone; then the whole panel can read it. Notes are kept beside the record, not in it.",
    review: "Auditors may write notes on pairs, which the panel can read once the round has closed.",
  },
  {
    name: "repeat",
    label: "Ask one pair in twelve of the docket a second time",
    what: "The first answer counts. The second one shows how far an auditor agrees with themselves, and nothing else.",
    review: "One pair of the docket in twelve is asked a second time; the first answer counts.",
  },
  {
    name: "tolerance",
    label: "Ask how much difference would still be acceptable",
    what: "With a verdict, in points, never required. Unfair means that the chances lie further apart than that, so the two never contradict each other. The number is sealed and opened with the verdict. It changes no report and no chance.",
    review: "With a verdict, auditors may say how many points of difference would still be acceptable.",
  },
];

/** Describes what auditors are asked to look at, for the review. */
export function askingSentences(
  { asking }: Pick<SettingsDraft, "asking">,
  size: number | undefined,
): string[] {
  const first =
    asking.docket === "everything"
      ? "Auditors are asked to look at every pair that can be judged."
      : `Auditors are asked to look at ${size ?? "some"} pairs of a round first, the same for all, about ${asking.minutes.trim()} minutes; every other pair stays within reach and counts.`;
  return [first, ...modes.filter(({ name }) => asking[name]).map(({ review }) => review)];
}
