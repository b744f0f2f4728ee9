/**
 * The log of an audit with seven members whose panels are drawn by a stratified lot. The orders are those of
 * fixture-panel.ts. The lottery's number of round 1 is 1243109565, that is 0.29 of all weight.
 */

import { type Body, Log } from "./fixture.ts";
import { AUDIT, FIXED } from "./fixture-panel.ts";

const quota = (attribute: string, value: string, least: number, most: number): Body => {
  return { attribute, value, least, most };
};

/** From each region one or two of three seats, and one nurse. */
const SELECTION = {
  how: "stratified",
  size: 3,
  quotas: [
    quota("region", "north", 1, 2),
    quota("region", "south", 1, 2),
    quota("profession", "nurse", 1, 1),
  ],
};

export function lotteryLog(): Log {
  const people = ["10", "60", "20", "30", "90", "50", "70", "80"].map((score) => ["yes", score]);
  const log = new Log(FIXED, [1, 2], null, 7, people);
  const describe = (seat: string, region: string, profession?: string) => {
    const named = profession === undefined ? [] : [{ name: "profession", value: profession }];
    log.add("seat.attributes", { seat, attributes: [{ name: "region", value: region }, ...named] });
  };
  describe("s1", "south");
  for (const seat of ["s1", "s3"]) describe(seat, "north");
  describe("s2", "north", "nurse");
  describe("s4", "south", "nurse");
  for (const seat of ["s5", "s6", "s7"]) describe(seat, "south", "clerk");
  log.select(SELECTION);
  // s1 s3; s2; s5 s6 s7; s4: the chance of a nurse is 1/2, that of the others 2/5
  log.add("panel.lottery", {
    method: "leximin",
    types: [
      { quotas: [0], seats: 2 },
      { quotas: [0, 2], seats: 1 },
      { quotas: [1], seats: 3 },
      { quotas: [1, 2], seats: 1 },
    ],
    panels: [
      { counts: [0, 1, 2, 0], weight: 858993459 },
      { counts: [1, 0, 1, 1], weight: 2147483648 },
      { counts: [1, 1, 1, 0], weight: 1288490189 },
    ],
  });
  // the second panel, by the lot s2 s4 s7 s3 s6 s5 s1
  log.round({
    ...{ ...AUDIT, t: 1, needed: 2, docket: "0 1 ranked", people: "p5 0.9, p4 0.3" },
    ...{ panel: ["s3", "s4", "s7"], panelAtClose: ["s3", "s5", "s6"] },
    during: () => {
      log.add("seat.rested", { seat: "s7", reason: "unavailable" });
      // s2 would be the second nurse
      log.add("round.seat-replaced", { round: 1, place: 2, seat: "s6" });
      log.add("seat.removed", { seat: "s4" });
      // by its attributes at the opening
      describe("s2", "south");
      log.add("round.seat-replaced", { round: 1, place: 1, seat: "s2" });
      log.add("seat.removed", { seat: "s2" });
      // no nurse is left
      log.add("round.seat-replaced", { round: 1, place: 1, seat: "s5" });
    },
    ballots: "s6: 0 1 unfair; s3: 0 1 unfair",
    violations: "0 1 2 1",
  });
  log.add("seat.returned", { seat: "s7" });
  describe("s7", "south", "nurse");
  // s1 s3; s5 s6; s7
  log.add("panel.lottery", {
    method: "maximin",
    types: [
      { quotas: [0], seats: 2 },
      { quotas: [1], seats: 2 },
      { quotas: [1, 2], seats: 1 },
    ],
    panels: [{ counts: [1, 1, 1], weight: 4294967296 }],
  });
  log.round({
    ...{ ...AUDIT, t: 2, needed: 2, docket: "0 1 ranked", people: "p8 0.8, p3 0.2" },
    panel: ["s3", "s6", "s7"],
  });
  log.add("study.ended", { reason: "operator" });
  return log;
}
