/** Forged overrides. */

import { override } from "../fixture-overrides.ts";
import { add, type Group, outcome, swap } from "./changes.ts";

const FIRST = "decision.overridden";

export const overridesForgeries: readonly Group[] = [
  {
    log: "overrides",
    page: "log-format",
    changes: {
      "an override of an open round": add(
        "round.opened last",
        override({ round: 5, position: 0, decision: 1 }),
      ),
      "an override of a cancelled round": add(FIRST, override({ round: 3, position: 0, decision: 1 })),
      "an override of an unknown person": add(FIRST, override({ round: 1, position: 2, decision: 1 })),
      "an override with the same decision as the draw": add(
        FIRST,
        override({ round: 5, position: 0, decision: 0 }),
      ),
      "an override with an invalid decision": swap(FIRST, '"decision":0', '"decision":2'),
      "an override after a known outcome": add(FIRST, override({ position: 0 })),
      "an override of a selected person without an outcome": add(FIRST, override({ round: 4, position: 0 })),
      "an override before its outcome": add(FIRST, override({ round: 4, position: 0 }), {
        type: "outcome.recorded",
        body: { round: 4, position: 0, version: 1, value: "lost" },
      }),
      "an override of an outcome that was declared lost": add(
        FIRST,
        { type: "outcome.recorded", body: { round: 2, position: 0, version: 2, value: "lost" } },
        override({ position: 0 }),
      ),
      "a second override": add(FIRST, override()),
      "an outcome after an override": add(FIRST, outcome(2, 1, 2)),
      "an override with an unknown reason": swap(FIRST, '"safety"', '"whim"'),
      "an override with an empty position": swap(FIRST, '"head of office"', '""'),
      "an override without a position": swap(FIRST, ',"decidedBy":"head of office"', ""),
    },
  },
  {
    log: "erased-override",
    page: "log-format",
    changes: {
      "an override about an erased person": add(
        "study.ended",
        override({ round: 1, position: 1, decision: 1 }),
      ),
    },
  },
];
