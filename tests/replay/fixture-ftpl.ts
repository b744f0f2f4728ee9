/**
 * Two logs of FTPL over conjunctions of one condition. The noise, the rules that were drawn by it and the sums of the charges
 * come from an independent calculation, in another language, from docs/log-format-learners.md.
 */

import { type Body, COMMON, Log, type State } from "./fixture.ts";

/** Rules: 0 no one, 1 everyone, 2 owns. Contexts: yes, then no; so rule 1 has both noises, rule 2 the first. L = 2. */
export const FTPL: Body = {
  ...COMMON,
  learner: "ftpl",
  columns: [{ name: "owns", type: "text" }],
  hypotheses: {
    kind: "conjunctions",
    version: 1,
    predicates: [{ column: "owns", test: "is", value: "yes" }],
  },
  pairRule: "largest-gap",
  resampleCount: 10,
  omegaMultiplier: "4",
};

const { resampleCount: _, omegaMultiplier: __, ...shared } = FTPL;
export const FTPL_PAPER: Body = { ...shared, mode: "paper", rejectedHalves: "when-settled" };

const PEOPLE = [["yes"], ["no"], ["yes"], ["no"], ["yes"]];
const SEATS = { needed: 2, panel: ["s1", "s2", "s3"] };
const FLAGGED = {
  ballots: "s1: 0 1 unfair; s3: 0 1 unfair",
  violations: "0 1 2 1",
} satisfies Partial<Parameters<Log["round"]>[0]>;

/** omega0 = sqrt(2 sqrt(2) sqrt(2 ln 3) / (2 2^2 2 8)), omega = 4 omega0, C = 0.05 / omega. */
const KNOWN = { ...SEATS, eta: "0.7239292347903229", C: "0.06906752427878103" };

/** The state before the last round, L = (0, 0.5, -0.4654662378606095). */
export const BEFORE_THE_LAST: State = {
  ...{ learner: "ftpl", t: 2 },
  loss: [0.9654662609100342, -0.4654662609100342],
};

/** @param erased the state that an erasure of p1 before the last round would hold */
export function ftplLog(learner: Body = FTPL, erased?: State): Log {
  const log = new Log(learner, [1, 2], "close", 3, PEOPLE);
  // Drawn 2 0 1 1 0 1 0 2 2 1: p1 has rules 1 and 2, p2 rule 1. Places 7 and 8 are rule 2.
  log.round({
    ...{ t: 1, appliedSeq: 0, ...KNOWN, hypothesis: 2, u: [0.7, 0.9], decisions: [1, 0], ...FLAGGED },
    docket: "0 1 ranked",
    people: "p1 0.7, p2 0.4",
  });
  // p1 + C/2, then "no": + 1/0.7 - 1/2. p2 - C/2 - 1/2. The sums are of people who answer no, then of people who answer yes.
  log.outcome(1, 0, 1, "no");
  let applied = log.update(0, {
    ...{ learner: "ftpl", t: 1 },
    loss: [-0.5345337390899658, 0.9631051421165466],
  });
  // L = (0, 0.4285714285714286, 0.9631051907108191). Drawn 0 0 0 1 0 0 2 0 0 0; place 3 is rule 1.
  log.round({
    ...{ t: 2, appliedSeq: applied, ...KNOWN, hypothesis: 1, u: [0.3, 0.4], decisions: [1, 1] },
    people: "p3 0.2, p4 0.1",
  });
  // A correction, p1 "yes": - 1/2 - (1/0.7 - 1/2). p4 "no": 1/0.1 is more than L: + 2 - 1/2. p3 is lost.
  log.outcome(1, 0, 2, "yes");
  log.outcome(2, 1, 1, "no");
  log.outcome(2, 0, 1, "lost");
  applied = log.update(applied, erased ?? BEFORE_THE_LAST);
  if (erased !== undefined) {
    log.erase("p1", erased);
    applied = log.update(applied, erased);
  }
  // Drawn 2 2 1 0 0 2 1 0 1 0; places 3, 4, 7 and 9 are rule 0.
  log.round({
    ...{ t: 3, appliedSeq: applied, ...KNOWN, hypothesis: 0, u: [0.3, 0.5], decisions: [0] },
    closedAt: 99_999,
    people: "p5 0.6",
  });
  return log;
}

/** C = 8^(4/45), d = 4 + 4 C, omega as there; R = 8 is the smallest 2^a 5^b from 6 on, m = 4 + 4 ceil(C) = 12. */
const PAPER = { ...SEATS, eta: "0.0018413274965430454", C: "1.2030250360821166" };

export function ftplPaperLog(learner: Body = FTPL_PAPER): Log {
  const log = new Log(learner, [1, 2], "close", 3, PEOPLE);
  // Drawn 1 2 2 0 2 0 0 1. The first rule drawn again accepts p1: J = 1.
  log.round({
    ...{ t: 1, appliedSeq: 0, ...PAPER, hypothesis: 2, u: [0.13, 0.37], decisions: [1, 0], ...FLAGGED },
    ...{ resamples: [1, 0] },
    docket: "0 1 ranked",
    people: "p1 0.625, p2 0.25",
  });
  // p1 + C J - C/2, then "no": + J - 1/2; with it the half of p2, who has - C/2 already.
  log.outcome(1, 0, 1, "no");
  let applied = log.update(0, {
    ...{ learner: "ftpl", t: 1 },
    loss: [-1.1015124917030334, 1.1015124917030334],
  });
  // L = (0, 0, 1.1015125180410583). Drawn 0 0 1 2 0 1 1 1. J of p3 is 1; p4 has L = 2, which is not asked.
  log.round({
    ...{ t: 2, appliedSeq: applied, ...PAPER, hypothesis: 1, u: [0.63, 0.99], decisions: [1, 1] },
    ...{ resamples: [1, 2] },
    docket: "0 1 ranked",
    people: "p3 0.625, p4 0.5",
  });
  log.outcome(2, 0, 1, "yes");
  log.outcome(2, 1, 1, "no");
  applied = log.update(applied, {
    ...{ learner: "ftpl", t: 2 },
    loss: [0.39848750829696655, 0.6015124917030334],
  });
  // Drawn 0 1 0 2 0 0 2 2; places 4 and 5 are rule 0.
  log.round({
    ...{ t: 3, appliedSeq: applied, ...PAPER, hypothesis: 0, u: [0.51, 0.74], decisions: [0] },
    ...{ resamples: [0], closedAt: 99_999 },
    people: "p5 0.5",
  });
  return log;
}
