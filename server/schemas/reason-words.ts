/** The reasons for a flag to choose from; their texts are on the page. */
export const reasonWords = ["same-situation", "stronger", "field-that-should-not-matter", "other"] as const;

export type ReasonWord = (typeof reasonWords)[number];
