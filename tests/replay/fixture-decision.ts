/**
 * Logs of audits whose panels decide by a rule other than a share of their members. The people of each round are those
 * of fixture-panel.ts: the lot does not depend on the rule.
 */

import { type Body, Log } from "./fixture.ts";

const FIXED = {
  ...{ learner: "fixed", version: 1, roundSize: 2, alpha: "0.1" },
  columns: [
    { name: "owns", type: "text" },
    { name: "score", type: "number" },
  ],
  chance: { column: "score", unit: "percent" },
};
const anyU: [number, number] = [0, 1];
const AUDIT = {
  ...{ appliedSeq: 0, eta: null, C: null, hypothesis: null, decisions: null, u: anyU },
  docket: "0 1 ranked",
};
const [FIRST, SECOND, THIRD, LAST] = [
  { ...AUDIT, t: 1, people: "p5 0.9, p4 0.3" },
  { ...AUDIT, t: 2, people: "p8 0.8, p3 0.2" },
  { ...AUDIT, t: 3, people: "p7 0.7, p6 0.5" },
  { ...AUDIT, t: 4, people: "p1 0.1, p2 0.6", docket: "1 0 ranked" },
];

function start(gamma: [number, number], seats: number, rule: Body): Log {
  const people = ["10", "60", "20", "30", "90", "50", "70", "80"].map((score) => ["yes", score]);
  const log = new Log(FIXED, gamma, null, seats, people);
  const { settings } = Object(log.entries[0]?.body);
  log.add("settings.revised", { settings: { ...settings, panel: { ...settings.panel, rule } } });
  return log;
}

function flagged(...seats: string[]): string {
  return seats.map((seat) => `${seat}: 0 1 unfair`).join("; ");
}

/** s2 weighs 3 of 6, and 3 are needed. */
export function weightedLog(): Log {
  const log = start([1, 2], 4, { kind: "weighted", weights: [{ seat: "s2", weight: 3 }] });
  const rule = { kind: "weighted", weights: ["1", "3", "1", "1"], threshold: "3" };
  const round = { needed: 1, rule, panel: ["s1", "s2", "s3", "s4"] };
  log.round({ ...FIRST, ...round, ballots: flagged("s2"), violations: "0 1 1 1" });
  log.round({ ...SECOND, ...round, ballots: flagged("s1", "s4") });
  // s5 takes the place of s2, and its weight
  log.round({
    ...{ ...THIRD, ...round, panelAtClose: ["s1", "s5", "s3", "s4"] },
    during: () => {
      log.add("seat.removed", { seat: "s2" });
      log.seat("s5", "s2", "link-mailed");
      log.add("round.seat-replaced", { round: 3, place: 1, seat: "s5" });
    },
    ballots: flagged("s5"),
    violations: "0 1 1 1",
  });
  // in a panel that it joins, s5 weighs 1
  const even = { kind: "weighted", weights: ["1", "1", "1", "1"], threshold: "2" };
  log.round({ ...LAST, needed: 2, rule: even, panel: ["s1", "s3", "s4", "s5"] });
  return log;
}

/** s2 must agree, and two of three. */
export function memberLog(): Log {
  const log = start([2, 3], 3, { kind: "member", seat: "s2" });
  const rules = [
    { kind: "auditor", auditor: 1 },
    { kind: "at-least", flags: 2 },
  ];
  const round = { needed: 2, rule: { kind: "all", rules }, panel: ["s1", "s2", "s3"] };
  log.round({ ...FIRST, ...round, ballots: flagged("s1", "s3") });
  log.round({ ...SECOND, ...round, ballots: flagged("s1", "s2"), violations: "0 1 2 1" });
  // without s2, the share decides alone
  log.add("seat.removed", { seat: "s2" });
  log.round({
    ...{ ...THIRD, needed: 2, panel: ["s1", "s3"] },
    ...{ ballots: flagged("s1", "s3"), violations: "0 1 2 1" },
  });
  log.round({ ...LAST, needed: 2, panel: ["s1", "s3"] });
  return log;
}

/** Two of s1 and s2, and two of s3 and s4. */
export function groupsLog(): Log {
  const groups = [
    ["s1", "s2"],
    ["s3", "s4"],
  ];
  const log = start([1, 2], 5, { kind: "groups", groups, flags: 2 });
  const part = (threshold: string, ...weights: string[]) => ({ kind: "weighted", weights, threshold });
  const rules = [part("2", "1", "1", "0", "0", "0"), part("2", "0", "0", "1", "1", "0")];
  const round = { needed: 4, rule: { kind: "all", rules }, panel: ["s1", "s2", "s3", "s4", "s5"] };
  log.round({ ...FIRST, ...round, ballots: flagged("s1", "s2", "s3", "s5") });
  log.round({ ...SECOND, ...round, ballots: flagged("s1", "s2", "s3", "s4"), violations: "0 1 4 1" });
  // without s4, its group needs only s3
  log.add("seat.removed", { seat: "s4" });
  const fewer = [part("2", "1", "1", "0", "0"), part("1", "0", "0", "1", "0")];
  const later = { needed: 3, rule: { kind: "all", rules: fewer }, panel: ["s1", "s2", "s3", "s5"] };
  log.round({ ...THIRD, ...later, ballots: flagged("s1", "s2", "s3"), violations: "0 1 3 1" });
  log.round({ ...LAST, ...later });
  return log;
}
