import * as t from "#messages/judgingPair.ts";
import type { ReasonWord } from "#server/schemas/reason-words.ts";

/** Reasons why a pair is unfair, as options and as shown later. @param low name of the person with the lower chance */
export function reasonChoices(low: string): readonly (readonly [word: ReasonWord, label: string])[] {
  return [
    ["same-situation", t.reason({ reason: "same", low })],
    ["stronger", t.reason({ reason: "stronger", low })],
    ["field-that-should-not-matter", t.reason({ reason: "field", low })],
    ["other", t.reason({ reason: "other", low })],
  ];
}
