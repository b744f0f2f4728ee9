/** Instructions for auditors, in six points of at most sixty words each. */
export function sixPoints({ decision, isAudit }: { decision: string; isAudit: boolean }): readonly string[] {
  return [
    `In this study it is decided ${decision}. A computer rule gives each person a chance, like tickets in a draw.`,
    "Your pages show the chances, and not who is picked.",
    "Look for two people who should be treated about alike, where one has a much better chance.",
    "You judge whether two chances are fair beside each other; you do not choose who is picked. You need no law and no statistics; use the guidelines and your own view. Disagreement is expected.",
    `A pair is reported if enough of the panel flag it. ${
      isAudit
        ? "Reports are counted: here the rule is looked at as it is, and nothing changes it."
        : "It teaches the rule; it does not undo earlier decisions."
    }`,
    isAudit
      ? "The rule is in force already and picks people elsewhere. How it goes for them is no part of this study."
      : "How it went is learned only of people who were picked. So the rule keeps some chance for others, on purpose.",
  ];
}

export const whoSeesWhat =
  "Until a round closes nobody sees your verdicts. Afterwards the panel sees numbers, and the record opens every ballot by its seat. Researchers see seats only; your operator knows who sits where.";
