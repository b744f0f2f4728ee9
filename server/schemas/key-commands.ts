/** The effect of one character on the judging page, in the order in which the keys are listed. */
export const keyCommands = [
  "unfair",
  "acceptable",
  "unsure",
  "next",
  "previous",
  "nextUnseen",
  "undo",
  "changeView",
  "toggleAll",
  "tolerance",
  "note",
  "guidelines",
  "help",
] as const;

export type KeyCommand = (typeof keyCommands)[number];

/**
 * An account's keys: one lower-case character for each command, all different. `areOn` false leaves only arrows and
 * chords.
 */
export type JudgingKeys = { readonly areOn: boolean } & Readonly<Record<KeyCommand, string>>;

export const usualKeys: JudgingKeys = {
  areOn: true,
  unfair: "f",
  acceptable: "a",
  unsure: "u",
  next: "n",
  previous: "p",
  nextUnseen: "x",
  undo: "z",
  changeView: "v",
  toggleAll: "d",
  tolerance: "t",
  note: "c",
  guidelines: "i",
  help: "?",
};
