import * as t from "#messages/roundResult.ts";
import type { Chosen, Closing } from "#server/audit-log/closing.ts";

/** How an open round will close, as its opening announced. */
export const closingWords: Readonly<Record<Closing, string>> = {
  "no-pairs": "It closes at once: it has no pair to judge.",
  deadline: "It closes by itself at its deadline, or ten minutes after every auditor has sealed.",
  "from-deadline": "Its operator closes it after its deadline, or earlier once every auditor has sealed.",
  "by-hand": "It has no deadline: its operator closes it.",
};

/** Descriptions of who chose the people of a round. */
export const chosenWords: Readonly<Record<Chosen, string>> = {
  "in-order": "It was these people's turn, in the order of the files.",
  "by-operator": "An operator chose these people among all who waited.",
  "by-lot": "The lot drew these people among all who waited.",
};

/** Descriptions of closed rounds that closed differently from what their opening announced. */
export const closedOtherwise = { title: t.closedEarlier, text: t.closedEarlierNote } as const;
