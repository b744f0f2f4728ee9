/** Why a pair was flagged, to pick from; the words of each stand on the page. */
export const reasonWords = ["same-situation", "stronger", "field-that-should-not-matter", "other"] as const;

export type ReasonWord = (typeof reasonWords)[number];
