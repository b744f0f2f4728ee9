/** A log past its horizon, with a multiplier, null cells, two columns and an averaged violation; by hand. */

import { type Body, COMMON, Log } from "./fixture.ts";

const AVERAGE: Body = {
  ...COMMON,
  columns: [
    { name: "x", type: "number" },
    { name: "y", type: "number" },
  ],
  hypotheses: {
    kind: "thresholds",
    version: 1,
    cuts: [
      { column: "x", cut: "0.5" },
      { column: "x", cut: "1" },
      { column: "y", cut: "2.5" },
    ],
  },
  roundSize: 3,
  horizon: 1,
  afterHorizon: "anytime",
  fairnessMultiplier: "2",
  rejectedHalves: "when-settled",
};

/** Rules: 0 no one, 1 everyone, 2 x <= 0.5, 3 x > 0.5, 4 x <= 1, 5 x > 1, 6 y <= 2.5, 7 y > 2.5. */
export function averageLog(violations?: string): Log {
  const people = [
    ["0.25", "3"],
    [null, null],
    ["0.75", null],
    ["1", "2.5"],
    ["1.0000001", "2.51"],
  ];
  const log = new Log(AVERAGE, [1, 3], "close", 3, people);
  const panel = ["s1", "s2", "s3"];
  const third = "0.3333333333333333";
  // p1: rules 1, 2, 4, 7 of eight. p2: rule 1. p3: rules 1, 3, 4. One flag of three is enough at gamma = 1/3.
  // t = 1 = T: eta0 = (1/3) sqrt(0.8 ln 8), eta = eta0/2, C = 2 * 0.05 / eta0. Rule 1 takes [1/8, 2/8).
  log.round({
    ...{ t: 1, appliedSeq: 0, eta: "0.214964676254797", C: "0.23259635429932285", panel, needed: 1 },
    ...{ hypothesis: 1, u: [0.13, 0.24], decisions: [1, 1, 1] },
    docket: "0 1 ranked, 2 1 random",
    people: "p1 0.5, p2 0.125, p3 0.375",
    ballots: "s2: 0 1 unfair, 0 2 unfair, 2 1 unfair",
    violations: violations ?? `0 1 1 ${third}, 0 2 1 ${third}, 2 1 1 ${third}`,
  });
  // p1 twice high: + C/3. p2 twice low: - C/3. p3 once each: 0. Then p1 "no" + 3/2, p2 "yes" - 1/2, p3 "lost" 0.
  log.outcome(1, 0, 1, "no");
  log.outcome(1, 1, 1, "yes");
  log.outcome(1, 2, 1, "lost");
  // C/3 + 3/2 = 1.5775321180997743 =: b. L = (0, 1, b, 0, b, 0, 0, b).
  // t = 2 > T: block j = 1, eta0 = (1/3) sqrt((1/3) ln 8 / 2), eta = eta0/2, C = 2 * 0.05 / eta0.
  // p4 is on the cuts: rules 1, 3, 4, 6. p5: rules 1, 3, 5, 7. Rule 3 takes [0.3696, 0.5033).
  // Sums by interval: x up to 0.5, to 1, above; y up to 2.5, above; all people.
  log.round({
    ...{
      t: 2,
      appliedSeq: log.update(0, {
        t: 1,
        ...{ size: 8, loss: [1.5775321125984192, 0, 0, 0, 1.5775321125984192, 1] },
      }),
      eta: "0.09811750187628955",
      C: "0.5095930801728115",
      panel,
    },
    ...{ needed: 1, hypothesis: 3, u: [0.37, 0.503], decisions: [1, 1] },
    people: "p4 0.5033399862930555, p5 0.5033399862930555",
  });
  return log;
}
