/** A log in mode `known` with a prior from past records and even draws at opening; its numbers were worked out by hand (50 digits). */

import { type Body, COMMON, Log } from "./fixture.ts";

const RECORDS: Body = {
  ...COMMON,
  columns: [{ name: "owns", type: "text" }],
  hypotheses: {
    kind: "conjunctions",
    version: 1,
    predicates: [{ column: "owns", test: "is", value: "yes" }],
  },
  draw: "even",
  prior: {
    ...{ kind: "records", none: "0.25", all: "0.25", keep: "0.2", count: 10, rate: "0.4" },
    losses: ["0", "1.5", "-2"],
  },
};

/** eta = (1/2) sqrt(0.8 ln 3 / 8), C = 0.05 / eta. Two of three flags. */
const FROZEN = { eta: "0.1657266038290254", C: "0.30170171140164875", needed: 2, panel: ["s1", "s2", "s3"] };

/**
 * Rules: 0 no one, 1 everyone, 2 owns. Cold (1/4, 1/4, 1/2) times e^(-0.4 (0 + 2)), e^(-0.4 (1.5 + 2)), 1; four fifths of that and one
 * fifth of the cold one is q = (0.1833, 0.1232, 0.6935).
 */
export function recordsLog(): Log {
  const log = new Log(RECORDS, [1, 2], "opening", 3, [["yes"], ["no"], [null], ["yes"]]);
  // p1 owns: q1 + q2. p2: q1. In the order of the draw p1 has [0, 0.8167).
  log.round({
    ...{ t: 1, appliedSeq: 0, ...FROZEN, hypothesis: null, u: [0.1, 0.8], decisions: [1, 0] },
    docket: "0 1 ranked",
    people: "p1 0.8166642998041846, p2 0.12317618377420804",
    ballots: "s1: 0 1 unfair; s2: 0 1 unfair",
    violations: "0 1 2 1",
  });
  // p1 + C/2, then "no" + 1/0.8167 - 1/2; p2 - C/2 - 1/2. L = (0, 0.2245, 0.8753). p4 comes first and has [0, 0.7967).
  log.outcome(1, 0, 1, "no");
  log.round({
    ...{
      t: 2,
      appliedSeq: log.update(0, {
        t: 1,
        // p2; p1, who owns
        ...{ size: 3, loss: [-0.6508508324623108, 0.8753441572189331] },
      }),
      ...FROZEN,
      hypothesis: null,
      u: [0.1, 0.79],
      decisions: [0, 1],
    },
    docket: "1 0 ranked",
    people: "p3 0.1315928006858688, p4 0.7967127489979361",
  });
  return log;
}
