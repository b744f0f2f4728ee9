/** Forged people, outcomes and erasures. */

import { add, drop, erasure, type Group, outcome, swap, zeros } from "./changes.ts";

export const peopleForgeries: readonly Group[] = [
  {
    log: "known",
    page: "log-format",
    changes: {
      "a different fileHash": swap("people.imported", /"fileHash":"[0-9a-f]{8}/, '"fileHash":"00000000'),
      "a different root of an import": swap("people.imported", /"root":"[0-9a-f]{8}/, '"root":"00000000'),
      "pseudonyms that are out of order": swap("people.imported", '"first":"p1"', '"first":"p2"'),
      "a different count of people": swap("people.imported", '"count":8', '"count":9'),
      "an outcome of a rejected person": add("study.ended", outcome(1, 1, 1)),
      "a repeated version of an outcome": add("study.ended", {
        ...outcome(1, 0, 2),
        body: { round: 1, position: 0, version: 2, value: "no" },
      }),
      "an outcome of a round that is not closed": add("study.ended", outcome(3, 0, 1)),
      "an outcome after the end": add("study.ended", outcome(4, 0, 1)),
      "people after the end": add("study.ended", {
        type: "people.imported",
        body: { fileHash: zeros, first: "p9", last: "p9", count: 1, root: zeros },
      }),
      "a person erased while a round is open": add("round.opened", erasure("p8")),
      "a person erased twice": add("learner.updated last", erasure("p8"), erasure("p8")),
      "an erased person who was not imported": add("study.ended", erasure("p9")),
      "a correction without a change": add("study.ended", outcome(1, 0, 3)),
    },
  },
  {
    log: "erased",
    page: "log-format",
    changes: {
      "an outcome of an erased person": add("study.ended", {
        ...outcome(2, 0, 2),
        body: { round: 2, position: 0, version: 2, value: "no" },
      }),
    },
  },
  {
    log: "erased",
    page: "log-format-state",
    changes: {
      "an erasure without the state": swap("person.erased", /"state":\{.*\}\}/, '"state":null}}'),
      "an erasure after an effect without an update": drop("learner.updated 4"),
      "a state that is not the last": swap("person.erased", /"totals":"[0-9a-f]{8}/, '"totals":"00000000'),
    },
  },
];
