/** Limits of objections and personal links; docs/limits.md has the same table for readers. */
export const objectionLimits = {
  /** Of an objection, and of the question to the panel. With signs of three bytes they fit into a request of 8 KB. */
  characters: 2_000,
  contactCharacters: 500,
  /** The longest life of a personal link. */
  linkDays: 365,
} as const;
