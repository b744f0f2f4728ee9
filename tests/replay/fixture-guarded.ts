/**
 * A log in mode `guarded`, with a prior from a score; draws at close. Its numbers were worked out from docs/log-format-guarded.md
 * (50 digits, then rounded to a double where they are logged).
 */

import { type Body, Log, type RoundSpec } from "./fixture.ts";

const GUARDED: Body = {
  learner: "exp2",
  version: 1,
  kernel: "portable-1",
  mode: "guarded",
  columns: [{ name: "score", type: "number" }],
  hypotheses: {
    kind: "thresholds",
    version: 1,
    cuts: [
      { column: "score", cut: "3" },
      { column: "score", cut: "6" },
    ],
  },
  roundSize: 3,
  horizon: null,
  afterHorizon: "anytime",
  alpha: "0.1",
  eps: "0.05",
  fairnessMultiplier: "1",
  pairRule: "all",
  rejectedHalves: "at-close",
  prior: {
    ...{ kind: "score", column: "score", none: "0.25", all: "0.2", keep: "0.2" },
    rules: [
      { rule: 3, weight: "0.6" },
      { rule: 5, weight: "0.3" },
    ],
  },
  guarded: {
    ...{ allowance: "0.3", step: "0.2", tauStart: "0.4" },
    ...{ pace: "20", trust: "0.5", budget: "0.12", forget: "0.6" },
  },
};

const FROZEN = { C: null, needed: 2, panel: ["s1", "s2", "s3"] };

/** What of a round depends on how it is drawn. */
type Draw = Pick<RoundSpec, "hypothesis" | "u">;
const both = (even: Draw["u"], hypothesis: number, rule: Draw["u"]): Record<"even" | "rule", Draw> => ({
  even: { hypothesis: null, u: even },
  rule: { hypothesis, u: rule },
});

/** Round number -> seq of its opening and of its end. */
export interface GuardedLog {
  log: Log;
  opened: number[];
  ended: number[];
}

/**
 * Rules: 0 no one, 1 everyone, 2 score <= 3, 3 score > 3, 4 score <= 6, 5 score > 6. The even draw and the draw by one rule
 * pick the same people, so that both logs have the same numbers.
 */
export function guardedLog(way: "even" | "rule" = "even"): GuardedLog {
  const people = [["8"], ["2"], ["5"], [null], ["6"], ["7"], ["3"], ["1"], ["9"], ["4"], ["6.5"]];
  const log = new Log(way === "even" ? { ...GUARDED, draw: "even" } : GUARDED, [1, 2], "close", 3, people);
  const [opened, ended]: [number[], number[]] = [[0], [0]];
  let applied = 0;
  const round = (
    spec: Omit<RoundSpec, "appliedSeq" | "C" | "needed" | "panel" | keyof Draw> & { draw: Draw },
  ) => {
    if (opened.length > 1) applied = log.update(applied);
    opened.push(log.seq + 1);
    log.round({ ...FROZEN, ...spec, ...spec.draw, appliedSeq: applied });
    ended.push(log.seq);
  };
  // q = (0.05, 0.04, 0.0275, 0.5608, 0.0275, 0.2942); eta by the cap. Spread 0.8, limit 0.5. Sums of the even draw: 0.595 for p3,
  // 1.357 for p1, 1.618 for p2. (0, 2) has one flag only.
  round({
    t: 1,
    eta: "5.643890650532257",
    docket: [
      [2, 1, "ranked"],
      [0, 1, "random"],
    ],
    people: [
      ["p1", "0.7616666664444445"],
      ["p2", "0.2616666669444444"],
      ["p3", "0.5949999999444444"],
    ],
    guard: {
      ...{ tau: "0.4", limit: "0.4999999995", pull: "0.375000000625", target: "0.5394444444444444" },
      ...{ isCut: false, spent: "0.3333333338888889", mixability: "0", noShare: "0.5" },
      base: ["0.895", "0.095", "0.6283333333333333"],
    },
    draw: both([0.01, 0.35], 3, [0.76, 0.79])[way],
    decisions: [1, 0, 1],
    ballots: [
      [
        "s1",
        [
          [0, 1, "unfair"],
          [0, 2, "unfair"],
          [2, 1, "unfair"],
        ],
      ],
      [
        "s3",
        [
          [0, 1, "unfair"],
          [2, 1, "unfair"],
        ],
      ],
    ],
    violations: [
      [0, 1, 2, "1"],
      [2, 1, 2, "1"],
    ],
  });
  // p1 "no" over 0.76. The gap is taken at 2 eta, eta is ln 6/D. L1, L3 and L5 are clipped. Both verdicts are brought to their
  // bounds, 0.2833 and 0.45. What the limit asks for is cut by the budget.
  log.outcome(1, 0, 1, "no");
  round({
    t: 2,
    eta: "3.247940297972286",
    docket: [
      [2, 0, "ranked"],
      [1, 0, "random"],
    ],
    people: [
      ["p4", "0.2113131379684408"],
      ["p5", "0.4827211603143438"],
      ["p6", "0.5783578287120116"],
    ],
    guard: {
      ...{ tau: "0.2", limit: "0.2999999997", pull: "0.4499334573346843", target: "0.4241307089982654" },
      ...{ isCut: true, spent: "0.6814866502169443", mixability: "0.5516602230486393", noShare: "0.625" },
      base: ["0.0372364798044131", "0.5306459153807183", "0.7045097318096648"],
    },
    draw: both([0.001, 0.06], 3, [0.59, 0.79])[way],
    decisions: [0, 1, 1],
    during: () => log.outcome(1, 2, 1, "yes"),
  });
  // p5 "no". eta stays. One verdict relaxes, the other lets go. This round is cancelled while labels come: p1 was a "yes", p6 is lost.
  log.outcome(2, 1, 1, "no");
  round({
    t: 3,
    eta: "3.247940297972286",
    docket: [
      [2, 0, "ranked"],
      [2, 1, "random"],
    ],
    people: [
      ["p7", "0.2965005892772277"],
      ["p8", "0.2965005892772277"],
      ["p9", "0.6213534026947607"],
    ],
    guard: {
      ...{ tau: "0.22485281374238572", limit: "0.3248528134175329" },
      ...{ pull: "0.24499818123237857", target: "0.4047848604164054" },
      ...{ isCut: false, spent: "0.8220396863856566", mixability: "0.48130413939617656" },
      ...{ noShare: "0.5833333333333334" },
      base: ["0.2613623302350497", "0.2613623302350497", "0.6916299207791168"],
    },
    // the draw it would have had: in its order p8 has [0, 0.297), p9 up to 0.918; rule 3, above 3, takes [0.449, 0.761)
    draw: both([0.3, 0.9], 3, [0.45, 0.76])[way],
    decisions: [0, 0, 1],
    cancelled: true,
    during: () => {
      log.outcome(1, 0, 2, "yes");
      log.outcome(2, 2, 1, "lost");
    },
  });
  // The same people once more, from the state before and the two labels. Both verdicts reach their trust. (2, 1) has one flag only.
  round({
    t: 3,
    eta: "3.247940297972286",
    docket: [
      [2, 0, "ranked"],
      [2, 1, "random"],
    ],
    people: [
      ["p7", "0.26264831849280396"],
      ["p8", "0.26264831849280396"],
      ["p9", "0.8107642889512447"],
    ],
    guard: {
      ...{ tau: "0.22485281374238572", limit: "0.3248528134175329" },
      ...{ pull: "0.1732621736779527", target: "0.4453536419789509" },
      ...{ isCut: true, spent: "0.8346472797750363", mixability: "0.468309262959074" },
      ...{ noShare: "0.4166666666666667" },
      base: ["0.22435816110328097", "0.22435816110328097", "0.8873446037302908"],
    },
    draw: both([0.4, 0.9], 5, [0.68, 0.99])[way],
    decisions: [0, 0, 1],
    ballots: [
      ["s2", [[2, 0, "unfair"]]],
      [
        "s3",
        [
          [2, 0, "unfair"],
          [2, 1, "unfair"],
        ],
      ],
    ],
    violations: [[2, 0, 2, "1"]],
  });
  // p6 was a "no" after all. The new verdict holds by itself, the others let go. Two people, and the budget grew by enough.
  log.outcome(2, 2, 2, "no");
  round({
    t: 4,
    eta: "1.9754595802090307",
    docket: [[1, 0, "ranked"]],
    people: [
      ["p10", "0.6145877045782336"],
      ["p11", "0.7394405181957666"],
    ],
    guard: {
      ...{ tau: "0.02485281374238572", limit: "0.1248528136175329" },
      ...{ pull: "0.09158775160188959", target: "0.6770141113870002" },
      ...{ isCut: false, spent: "0.8472351642961489", mixability: "0.9070089244946548", noShare: "0.5" },
      base: ["0.6082937623176774", "0.7457344604563229"],
    },
    draw: both([0.4, 0.6], 4, [0.7, 0.78])[way],
    decisions: [1, 0],
  });
  log.update(applied);
  return { log, opened, ended };
}
