/** Forged objections, and answers to them. */

import { add, both, type Change, drop, type Group, swap } from "./changes.ts";

const received = (body: object = {}) => ({
  type: "objection.received",
  body: { round: 1, position: 0, digest: "0d".repeat(32), ...body },
});

const answered = (body: object = {}) => ({
  type: "objection.answered",
  body: { round: 1, position: 1, askedIn: 4, yes: 0, no: 1, unsure: 0, ...body },
});

const RECEIVED = "objection.received";
const ANSWERED = "objection.answered";

const answeredIn = (round: number): Change => swap(ANSWERED, '"askedIn":4', `"askedIn":${round}`);

export const objectionsForgeries: readonly Group[] = [
  {
    log: "objections",
    page: "log-format",
    changes: {
      "an objection to an open round": add("round.opened last", received({ round: 5 })),
      "an objection to a cancelled round": add("round.cancelled", received({ round: 3 })),
      "an objection to a round that does not exist": swap(RECEIVED, '"round":1', '"round":9'),
      "an objection of a person who was not in the round": swap(RECEIVED, '"position":1', '"position":7'),
      "a second objection before the first is answered": add(RECEIVED, received({ position: 1 })),
      "an objection that contains text": swap(RECEIVED, '"digest"', '"text":"I object.","digest"'),
      "an objection after the end": add("study.ended", received()),
      "an answer with more votes than seats": swap(ANSWERED, '"no":1', '"no":2'),
      "an answer before the objection": add("round.closed 1", answered({ askedIn: 1 })),
      "an answer without its objection": drop(RECEIVED),
      "a second answer": add(ANSWERED, answered()),
      "an answer of a round before the objection": answeredIn(2),
      "an answer of a cancelled round": answeredIn(3),
      "an answer from a round that is not closed": both(
        drop(ANSWERED),
        add("round.opened last", answered({ askedIn: 5 })),
      ),
    },
  },
];
