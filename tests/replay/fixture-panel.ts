/**
 * The log of an audit with seven members whose panels are chosen in every way. The orders were computed once with
 * fixture-hashes.ts:
 *
 * | round | the people by lot | the members by lot |
 * |---|---|---|
 * | 1 | p5 p4 p2 p8 p1 p6 p7 p3 | s2 s4 s7 s3 s6 s5 s1 |
 * | 2 | p8 p3 p5 p4 p7 p1 p2 p6 | s4 s6 s3 s2 s5 s7 s1 |
 * | 3 | p7 p6 p3 p2 p8 p1 p4 p5 | s7 s1 s4 s3 s2 s5 s6 |
 * | 4 | p6 p1 p7 p4 p8 p3 p5 p2 | |
 * | 5 | p3 p8 p2 p7 p4 p5 p1 p6 | |
 */

import { Log } from "./fixture.ts";

export const FIXED = {
  ...{ learner: "fixed", version: 1, roundSize: 2, alpha: "0.1" },
  columns: [
    { name: "owns", type: "text" },
    { name: "score", type: "number" },
  ],
  chance: { column: "score", unit: "percent" },
};
const anyU: [number, number] = [0, 1];
export const AUDIT = { appliedSeq: 0, eta: null, C: null, hypothesis: null, decisions: null, u: anyU };

export function panelLog(): Log {
  const people = ["10", "60", "20", "30", "90", "50", "70", "80"].map((score) => ["yes", score]);
  const lot = { how: "by-lot", size: 3 };
  const log = new Log(FIXED, [1, 2], null, 7, people, undefined, undefined, null, lot);
  log.add("seat.rested", { seat: "s5", reason: "on-leave" });
  // by lot without s2 and s5: s4 s7 s3, then s6 s1
  log.round({
    ...{ ...AUDIT, t: 1, needed: 2, docket: "0 1 ranked", people: "p5 0.9, p4 0.3" },
    ...{ leftOut: ["s2"], panel: ["s3", "s4", "s7"], panelAtClose: ["s3", "s6", "s1"] },
    during: () => {
      log.add("seat.removed", { seat: "s4" });
      log.add("round.seat-replaced", { round: 1, place: 1, seat: "s6" });
      log.add("seat.rested", { seat: "s7", reason: "unavailable" });
      log.add("round.seat-replaced", { round: 1, place: 2, seat: "s1" });
    },
    ballots: "s6: 0 1 unfair; s3: 0 1 unfair",
    violations: "0 1 2 1",
  });
  log.add("seat.returned", { seat: "s5" });
  // s1, s3 and s6 have judged once, and s7 rests: s2 and s5 are next
  log.select({ how: "rotation", size: 2 });
  const turn = { ...AUDIT, t: 2, needed: 1, docket: "0 1 ranked", panel: ["s2", "s5"] };
  log.round({ ...turn, people: "p8 0.8, p3 0.2", cancelled: true });
  // a cancelled round counts for no one
  log.round({ ...turn, people: "p7 0.7, p6 0.5", ballots: "s2: 0 1 acceptable" });
  log.select({ how: "by-operator", size: null });
  log.round({
    ...{ ...AUDIT, t: 3, needed: 1, docket: "1 0 ranked", people: "p1 0.1, p8 0.8" },
    ...{ panel: ["s1", "s6"], panelAtClose: ["s1", "s8"] },
    during: () => {
      log.add("seat.removed", { seat: "s6" });
      log.seat("s8", "s6", "link-mailed");
      log.add("round.seat-replaced", { round: 4, place: 1, seat: "s8" });
    },
  });
  log.select({ how: "everyone", size: null });
  log.round({
    ...{ ...AUDIT, t: 4, needed: 2, docket: "1 0 ranked", people: "p3 0.2, p2 0.6" },
    ...{ leftOut: ["s3"], panel: ["s1", "s2", "s5", "s8"] },
  });
  log.add("study.ended", { reason: "operator" });
  return log;
}
