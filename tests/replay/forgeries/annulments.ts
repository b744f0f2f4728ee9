/** Forged proposals to annul reports, votes and decisions. */

import type { RoundSpec } from "../fixture.ts";
import { annulmentsLog, decidedBy } from "../fixture-annulments.ts";
import { guardedLog } from "../fixture-guarded.ts";
import { add, type Change, drop, type Group, swap } from "./changes.ts";

const made =
  (change: Pick<RoundSpec, "annulments" | "votes" | "decided">): Change =>
  () =>
    annulmentsLog(change).entries;

const proposed = (body: object) => ({
  type: "annulment.proposed",
  body: { round: 1, high: 0, low: 1, reason: "other", by: "operator", ...body },
});

const withdrawn = (by: string) => ({
  type: "annulment.withdrawn",
  body: { round: 1, high: 0, low: 1, by },
});

const PROPOSED = "annulment.proposed last";

export const annulmentsForgeries: readonly Group[] = [
  {
    log: "annulments",
    page: "log-format-annulments",
    changes: {
      "a report annulled with too few votes": () => decidedBy(1, true).entries,
      "a vote that is counted twice": () => decidedBy(2, true).entries,
      "a report kept with enough votes": swap("round.closed 3", '"annulled":true', '"annulled":false'),
      "an annulment that was not proposed": () => annulmentsLog({ annulments: null, votes: {} }).entries,
      "a withdrawn proposal that a round carries": add(PROPOSED, withdrawn("s1")),
      "a proposal that the next round does not carry": swap(
        "round.opened 4",
        '"annulments":[{"round":1,"high":0,"low":1}],',
        "",
      ),
      "a proposal without an entry": drop(PROPOSED),
      "a missing decision": swap("round.closed 3", /,"annulments":\[\{[^\]]*\]/, ""),
      "a second proposal for the same report": add(PROPOSED, proposed({})),
      "a proposal for a pair that was not reported": add(PROPOSED, proposed({ high: 1, low: 0 })),
      "a proposal of a round that is not closed": add(PROPOSED, proposed({ round: 4 })),
      "a proposal for an annulled report": add("round.closed 3", proposed({})),
      "a proposal after the end": add("study.ended", proposed({ round: 4 })),
      "a proposal of a seat that was removed": add("seat.removed", proposed({ by: "s3" })),
      "a proposal of a seat that does not exist": swap("annulment.proposed", '"by":"operator"', '"by":"s9"'),
      "a proposal with an unknown reason": swap(PROPOSED, '"wrong-data"', '"whim"'),
      "a proposal withdrawn by a different proposer": add(PROPOSED, withdrawn("s2")),
      "a proposal withdrawn while a panel votes on it": add("round.opened 4", withdrawn("s1")),
      "an additional vote": made({ votes: { s1: ["annul"], s4: ["annul", "annul"] } }),
      "a ballot without its votes": made({ votes: { s4: ["annul"] } }),
      "an unknown vote": made({ votes: { s1: ["annul"], s4: ["perhaps"] } }),
    },
  },
  {
    log: "guarded-annulment",
    page: "log-format-annulments",
    changes: {
      "an annulled pair that is still enforced": () => guardedLog("even", "enforced").log.entries,
    },
  },
];
