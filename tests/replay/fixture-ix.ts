/** A log in mode `ix` over parities, draws at close; its numbers were worked out by hand (40 digits, then rounded to a double). */

import { type Body, COMMON, Log } from "./fixture.ts";

export const IX: Body = {
  ...COMMON,
  mode: "ix",
  delta: "0.05",
  columns: [
    { name: "owns", type: "text" },
    { name: "age", type: "number" },
  ],
  hypotheses: {
    kind: "parities",
    version: 1,
    predicates: [
      { column: "owns", test: "is", value: "yes" },
      { column: "age", test: "above", value: "30" },
    ],
  },
};

/** eta = (1/2) sqrt(0.8 ln 5 / 8), C = 0.05 / eta, g = sqrt(ln(5 / 0.05) / 16) = 0.5364915065723368. Two of three flags. */
const FROZEN = { eta: "0.20058900221809897", C: "0.2492659091331207", needed: 2, panel: ["s1", "s2", "s3"] };

/** Rules: 0 no one, 1 everyone, 2 owns, 3 above 30, 4 one of both and not the other. c = C/2. */
export function ixLog(learner: Body = IX): Log {
  const people = [
    ["yes", "30"],
    ["no", null],
    ["no", "31"],
    ["yes", "31"],
    ["yes", "40"],
  ];
  const log = new Log(learner, [1, 2], "close", 3, people);
  // L = 0: p1 has rules 1, 2 and 4 of five, p2 rule 1 alone. Rule 2 takes [2/5, 3/5).
  log.round({
    ...{ t: 1, appliedSeq: 0, ...FROZEN, hypothesis: 2, u: [0.41, 0.59], decisions: [1, 0] },
    docket: "0 1 ranked",
    people: "p1 0.6, p2 0.2",
    ballots: "s1: 0 1 unfair; s3: 0 1 unfair",
    violations: "0 1 2 1",
  });
  // p1 + c, then "no": + 1/(0.6 + g) - 1/2. p2 - c - 1/2.
  log.outcome(1, 0, 1, "no");
  let applied = log.update(0, {
    t: 1,
    // p2, who answers no and no; p1, yes and no
    ...{ size: 5, loss: [-0.6246329545974731, 0.5045339465141296] },
  });
  // L = (0, -0.12009901154826555, 0.5045339430182948, 0, the same as L2). Rule 1 takes [0.2070, 0.4189).
  // p3 has rules 1, 3 and 4; p4 rules 1, 2 and 3.
  log.round({
    ...{ t: 2, appliedSeq: applied, ...FROZEN, hypothesis: 1, u: [0.21, 0.41], decisions: [1, 1] },
    people: "p3 0.6060025259512813, p4 0.6060025259512813",
  });
  // A correction, p1 "yes": - 1/2 - (1/(0.6 + g) - 1/2). p3 "no": + 1/(0.606... + g) - 1/2.
  log.outcome(1, 0, 2, "yes");
  log.outcome(2, 0, 1, "no");
  applied = log.update(applied, {
    t: 2,
    // p2, p1 and p3, and nothing of p4
    ...{ size: 5, loss: [-0.6246329545974731, -0.37536704540252686, 0.375278115272522] },
  });
  // L = (0, -0.6247219053173908, -0.3753670454334397, 0.37527809468260925, -0.00008895075083040675). p5: rules 1, 2 and 3.
  log.round({
    ...{ t: 3, appliedSeq: applied, ...FROZEN, hypothesis: 0, u: [0, 0.19], decisions: [0] },
    closedAt: 99_999,
    people: "p5 0.6108315633456911",
  });
  return log;
}
