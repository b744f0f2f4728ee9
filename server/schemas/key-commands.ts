/** What one character does on the judging page, in the order in which the keys are listed. */
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

/** An account's keys: one character a command, lower case, no two alike; `areOn` false leaves only arrows and chords. */
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
