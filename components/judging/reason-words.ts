import type { ReasonWord } from "#server/schemas/reason-words.ts";

/** Why a pair is unfair, as it is picked and as it is read afterwards. @param low who has the lower chance, by name */
export function reasonChoices(low: string): readonly (readonly [word: ReasonWord, label: string])[] {
  return [
    ["same-situation", "Same situation"],
    ["stronger", `${low} looks stronger`],
    ["field-that-should-not-matter", "A field that should not matter"],
    ["other", "Other"],
  ];
}
