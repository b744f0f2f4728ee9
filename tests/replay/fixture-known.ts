/**
 * A log in `known` mode, draws at close: its numbers were worked out by hand (40 digits, then rounded to a double); where
 * costs lie on their grid the last digits of totals were made by the replay, and of chances by the learner that the verifier
 * plays: it compares them to the letter, the replay within 1e-9.
 */

import { type Body, COMMON, Log, type RoundSpec, SIGNERS, type State } from "./fixture.ts";
import { keyAdded } from "./fixture-ballots.ts";
import { STUDY } from "./fixture-hashes.ts";

export const KNOWN: Body = {
  ...COMMON,
  columns: [{ name: "score", type: "number" }],
  hypotheses: { kind: "thresholds", version: 1, cuts: [{ column: "score", cut: "5" }] },
  alpha: "0.08",
};

/** eta = (1/2) sqrt(0.8 ln 4 / 8) and C = 0.05 / eta. Needed flags: 2 of 3 is the first share from 1/2. */
export const FROZEN = { eta: "0.1861648705529517", C: "0.26857913553447926", needed: 2 };

/** The state when all is over: round 5 charged p7 and p8 the half of a rejected person. */
export const KNOWN_END = {
  t: 4,
  ...{ size: 4, loss: [-0.36571043729782104, -1.5, -3] },
};

/** Round number -> seq of its opening and of its end, filled while the log is built. */
export interface KnownLog {
  log: Log;
  opened: number[];
  ended: number[];
}

interface Change {
  chance?: string;
  eta?: string;
  t?: number;
  /** Of round 4, before the last round; and the state then, if it is another. */
  erased?: string;
  state?: State;
  /** Of p7 in the last round. */
  last?: string;
  /** Round 4's part of a proposal to annul the report of round 1, which is made, withdrawn and made again. */
  annulment?: Pick<RoundSpec, "annulments" | "votes" | "decided">;
  /** The answers of round 4 to an objection of p2 of round 1. */
  objection?: { yes: number; no: number; unsure: number };
}

/**
 * Rules: 0 no one, 1 everyone, 2 score <= 5, 3 score > 5. L = (L0, L1, L2, L3), c = C/2 throughout, eta c = 0.025.
 * Changes of single numbers: `change` may alter the specification of a round before it is built.
 */
export function knownLog(change: Change = {}): KnownLog {
  const people = [["8"], [null], ["3"], ["8.5"], ["5"], ["5.01"], ["6"], [null]];
  // Without witnesses a lost history needs no checkpoint.
  const log = new Log(KNOWN, [1, 2], "close", 3, people, undefined, { ...SIGNERS, witnesses: [] });
  const panel = ["s1", "s2", "s3"];
  const [opened, ended]: [number[], number[]] = [[0], [0]];
  const round = (spec: Parameters<Log["round"]>[0]) => {
    opened.push(log.seq + 1);
    log.round(spec);
    ended.push(log.seq);
  };
  // L = 0: p1 (8) has rules 1 and 3 of four, p2 (null) rule 1 alone. The gap 0.25 is above 0.08.
  // Two flags on (0, 1); s3 changes from acceptable to unsure. Rule 3 takes [3/4, 1).
  round({
    ...{ t: 1, appliedSeq: 0, ...FROZEN, panel, hypothesis: 3, u: [0.76, 0.99], decisions: [1, 0] },
    docket: "0 1 ranked",
    people: "p1 0.5, p2 0.25",
    ballots: "s1: 0 1 unfair; s3: 0 1 acceptable; s2: 0 1 unfair; s3: 0 1 unsure",
    violations: "0 1 2 1",
  });
  let applied = log.update(0, {
    t: 1,
    ...{ size: 4, loss: [0, 0.13428956270217896, -0.5] },
  });
  // p1 + c; p2 - c - 1/2. L = (0, -1/2, 0, c). Shares of u: 0.2455, 0.5150, 0.7605, 1.
  round({
    ...{ t: 2, appliedSeq: applied, ...FROZEN, panel, hypothesis: 1, u: [0.25, 0.51], decisions: [1, 1] },
    people: `p3 ${change.chance ?? "0.5150069278020987"}, p4 0.5089448303592129`,
    // A late outcome: p1 of round 1 was a "no": + 1/0.5 - 1/2 = + 3/2. It waits for round 3.
    during: () => log.outcome(1, 0, 1, "no"),
  });
  applied = log.update(applied, {
    t: 2,
    ...{ size: 4, loss: [0, 1.634289562702179, 1] },
  });
  if (change.annulment !== undefined) {
    const report = { round: 1, high: 0, low: 1 };
    log.add("annulment.proposed", { ...report, reason: "other", by: "operator" });
    log.add("annulment.withdrawn", { ...report, by: "operator" });
    log.add("annulment.proposed", { ...report, reason: "wrong-data", by: "s1" });
  }
  const objecting = { round: 1, position: 1 };
  if (change.objection !== undefined) {
    log.add("objection.received", { ...objecting, digest: "0d".repeat(32) });
  }
  // L = (0, 1, 0, c + 3/2). This round is cancelled: it has used link 3, but t stays 3. Rule 0 would have taken [0, 0.2803).
  round({
    ...{ t: 3, appliedSeq: applied, ...FROZEN, panel, hypothesis: 0, u: [0, 0.28], decisions: [0, 0] },
    people: "p5 0.5129572725588684, p6 0.43943283870993916",
    cancelled: true,
  });
  log.outcome(2, 0, 1, "yes");
  log.outcome(2, 1, 1, "lost");
  applied = log.update(applied, {
    t: 2,
    ...{ size: 4, loss: [-0.5, 1.634289562702179, 0.5] },
  });
  // p3 - 1/2, p4 nothing. L = (0, 1/2, -1/2, c + 3/2). Shares of u: 0.2669, 0.5101, 0.8030, 1.
  // p5 (5) is on the cut: rules 1 and 2. p6 (5.01): rules 1 and 3. The gap 0.096 is above 0.08.
  round({
    ...{ t: change.t ?? 3, appliedSeq: applied, ...FROZEN, eta: change.eta ?? FROZEN.eta },
    ...{ panel, hypothesis: 2, u: [0.52, 0.8], decisions: [1, 0] },
    docket: "0 1 ranked",
    people: "p5 0.5361675039263047, p6 0.44010763465216557",
    during: () => {
      log.add("round.extended", { round: 4, deadlineAt: 99_999 });
      log.add("seat.removed", { seat: "s3" });
      log.seat("s4", "s3", "link-mailed");
      log.add("round.seat-replaced", { round: 4, place: 2, seat: "s4" });
      log.add("seat.key-added", keyAdded("s4", "s4's telephone", "s4"));
    },
    signers: { s4: "s4's telephone" },
    panelAtClose: ["s1", "s2", "s4"],
    ballots: "s4: 0 1 unfair; s1: 0 1 unfair",
    violations: "0 1 2 1",
    ...change.annulment,
  });
  if (change.objection !== undefined) {
    log.add("objection.answered", { ...objecting, askedIn: 4, ...change.objection });
  }
  // A correction: p1 was a "yes": - 1/2 - 3/2 = - 2.
  log.outcome(1, 0, 2, "yes");
  const state = change.state ?? {
    t: 3,
    ...{ size: 4, loss: [-0.36571043729782104, -1, -2] },
  };
  applied = log.update(applied, state);
  if (change.erased !== undefined) {
    log.erase(change.erased, state);
    applied = log.update(applied, state);
  }
  const lost = { lostSeq: 99, lostHead: "ab".repeat(32), lostCheckpoint: null, lostClosings: [] };
  const after = { origin: `log.example/studies/${STUDY}/restored-1`, skippedLinks: 0, shownLinks: [] };
  log.add("log.restored", { ...lost, ...after });
  // p5 + c; p6 - c - 1/2. L = (0, -2, c - 1/2, -1). Shares of u: 0.2115, 0.5186, 0.7451, 1. No seat votes.
  round({
    ...{ t: 4, appliedSeq: applied, ...FROZEN, panel: ["s1", "s2", "s4"] },
    ...{ hypothesis: 0, u: [0, 0.21], decisions: [0, 0] },
    docket: "0 1 ranked",
    people: `p7 ${change.last ?? "0.5619187142286982"}, p8 0.30703646810543345`,
  });
  log.add("study.ended", { reason: "operator" });
  return { log, opened, ended };
}
