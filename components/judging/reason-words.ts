import type { ReasonWord } from "#server/schemas/reason-words.ts";

/** Reasons why a pair is unfair, as options and as shown later. @param low name of the person with the lower chance */
export function reasonChoices(low: string): readonly (readonly [word: ReasonWord, label: string])[] {
  return [
    ["same-situation", "Same situation"],
    ["stronger", `${low} looks stronger`],
    ["field-that-should-not-matter", "A field that should not matter"],
    ["other", "Other"],
  ];
}
