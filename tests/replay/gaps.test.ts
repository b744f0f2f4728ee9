/** What docs/log-format.md says of order and values, and an honest log never does otherwise. */

import { describe, expect, it } from "vitest";
import type { Body } from "./fixture.ts";
import { averageLog } from "./fixture-average.ts";
import { ixLog } from "./fixture-ix.ts";
import { knownLog } from "./fixture-known.ts";
import { paperLog } from "./fixture-paper.ts";
import { exchanged, foundIn } from "./found.ts";
import { replay } from "./replay.ts";

const KNOWN = knownLog();
const { entries } = KNOWN.log;
const FEATURES = KNOWN.log.features();
const seqOf = (type: string) => entries.findIndex((entry) => entry.type === type) + 1;

function foundAfter(seq: number, from: string | RegExp, to: string, log = KNOWN.log): string[] {
  return foundIn(exchanged(log.entries, seq, from, to), log.entries, log.features());
}
/** With further entries at a place, which has a number from 1. */
function foundWith(seq: number, ...added: Body[]): string[] {
  const before = entries[seq - 1] ?? {};
  return foundIn(
    entries.toSpliced(seq, 0, ...added.map((one) => ({ ...before, ...one }))),
    entries,
    FEATURES,
  );
}

describe("the order of entries", () => {
  it("has the first range of updates begin at 0, and each end at an effect", () => {
    const first = seqOf("learner.updated");
    expect(foundAfter(first, '"fromSeq":0', '"fromSeq":1')).toEqual([`${first} fromSeq`]);
    const ended = KNOWN.ended[1] ?? 0;
    const another = foundAfter(first, `"appliedSeq":${ended}`, `"appliedSeq":${ended - 1}`);
    expect(another).toContain(`${first} appliedSeq`);
    expect(foundAfter(first, `"appliedSeq":${ended}`, `"appliedSeq":${first}`)).toContain(
      `${first} appliedSeq`,
    );
  });

  it("has an opening use the last update, which goes up to the last close at least", () => {
    const second = KNOWN.opened[2] ?? 0;
    const without = entries.toSpliced(second - 2, 1);
    expect(foundIn(without, entries, FEATURES)).toContain(`${second - 1} appliedSeq`);
    const old = exchanged(without, second - 1, /"appliedSeq":\d+/, '"appliedSeq":0');
    expect(foundIn(old, entries, FEATURES)).toContain(`${second - 1} effects before the opening`);
  });

  it("has a panel of seats that differ, and new ones in order", () => {
    const opened = KNOWN.opened[1] ?? 0;
    expect(foundAfter(opened, '["s1","s2","s3"]', '["s1","s2","s2"]')).toContain(
      `${opened} different seats of the panel`,
    );
    const third = entries.findLastIndex(({ type }) => type === "seat.added") + 1;
    expect(foundAfter(third, '"seat":"s4"', '"seat":"s5"')).toContain(`${third} seat added`);
  });

  it("replaces only a removed seat, by one that sits and is not on the panel", () => {
    const replaced = seqOf("round.seat-replaced");
    expect(foundAfter(replaced, '"place":2', '"place":1')).toContain(`${replaced} seat that leaves`);
    expect(foundAfter(replaced, '"seat":"s4"', '"seat":"s1"')).toContain(`${replaced} seat in a place`);
    expect(foundAfter(replaced, '"seat":"s4"', '"seat":"s3"')).toContain(`${replaced} seat in a place`);
    const added = entries.findLastIndex(({ type }) => type === "seat.added") + 1;
    expect(foundAfter(added, '"replaces":"s3"', '"replaces":"s2"')).toContain(`${added} seat replaced`);
  });

  it("moves a deadline only to a later time", () => {
    const extended = seqOf("round.extended");
    expect(foundAfter(extended, "99999", "2000")).toContain(`${extended} deadline`);
    const earlier = { type: "round.extended", body: { round: 4, deadlineAt: 99_998 } };
    expect(foundWith(extended, earlier)).toContain(`${extended + 1} deadline`);
    const opened = KNOWN.opened[5] ?? 0;
    expect(foundAfter(opened, /"deadlineAt":\d+/, '"deadlineAt":1000')).toContain(`${opened} deadline`);
  });

  it("takes outcomes, updates and erasures after the end of a study, and nothing else", () => {
    const end = entries.length;
    const late = "entry after the end of the study";
    const body: Record<string, Body> = {
      "seat.added": { seat: "s5", replaces: null, by: "account", key: null },
      "seat.removed": { seat: "s4" },
      "guidelines.revised": { version: 2, hash: "0".repeat(64) },
      "study.ended": { reason: "operator" },
    };
    for (const [type, of] of Object.entries(body)) {
      expect(foundWith(end, { type, body: of })).toEqual([`${end + 1} ${late}`]);
    }
    const outcome = { round: 4, position: 0, version: 1, value: "yes" };
    expect(foundWith(end, { type: "outcome.recorded", body: outcome })).toEqual([]);
    const open = KNOWN.opened[5] ?? 0;
    expect(foundWith(open, { type: "study.ended", body: { reason: "operator" } })).toContain(
      `${open + 1} study ended`,
    );
  });
});

describe("the features file", () => {
  it.each([
    ["a line for nobody", (text: string) => `${text}{"digest":"${"0".repeat(64)}","person":"p9"}\n`],
    [
      "another order",
      (text: string) =>
        text
          .split("\n")
          .slice(1, -1)
          .join("\n")
          .concat("\n", text.split("\n")[0] ?? "", "\n"),
    ],
    ["nobody's line", (text: string) => text.split("\n").slice(1).join("\n")],
  ])("finds %s", (_, change) => {
    const problems = replay(KNOWN.log.text(), change(FEATURES)).problems.map(({ what }) => what);
    expect(problems).toContain("features file: people");
  });

  it("finds features of somebody whom no round has shown", () => {
    const { log } = knownLog();
    log.entries.length = (KNOWN.opened[2] ?? 0) - 1;
    const shown = replay(log.text(), log.features()).problems.map(({ what }) => what);
    expect(shown).toEqual(
      ["p3", "p4", "p5", "p6", "p7", "p8"].map((one) => `features file: features of ${one}`),
    );
  });
});

describe("settings", () => {
  it.each([
    ["kernel", '"kernel":"portable-1"', '"kernel":"portable-2"'],
    ["afterHorizon", '"afterHorizon":"end"', '"afterHorizon":"maybe"'],
    ["type", '"type":"number"', '"type":"real"'],
    ["columns", '[{"name":"score"', '[{"name":""'],
    ["chanceFormat", '"in-100"', '"percent"'],
    ["version of the rules", '"version":1,"cuts"', '"version":2,"cuts"'],
    ["alpha", '"alpha":"0.08"', '"alpha":"1"'],
    ["eps", '"eps":"0.05"', '"eps":"0.09"'],
    ["gamma", '"numerator":1', '"numerator":3'],
    ["keys", '"roundSize":2', '"roundSize":2,"whim":1'],
    ["length of the seed chain", '"length":65536', '"length":65535'],
    ["version of the guidelines", '"version":1,"hash"', '"version":2,"hash"'],
    ["quorum", '"quorum":1', '"quorum":-1'],
    ["column", '"column":"score"', '"column":0'],
  ])("%s has its values", (what, from, to) => {
    expect(foundAfter(1, from, to)[0]).toContain(what);
  });

  it("mode paper has T, ends there, and takes one pair a round", () => {
    const paper = paperLog();
    const found = (from: string, to: string) => foundAfter(1, from, to, paper);
    expect(found('"afterHorizon":"end"', '"afterHorizon":"anytime"')).toContain("1 after the horizon");
    expect(found('"horizon":32', '"horizon":null')).toContain("1 horizon");
    expect(found('"largest-gap"', '"average"')).toContain("1 pair rule");
  });

  it("mode ix has a delta between 0 and 1, and a reason to close from the list", () => {
    const ix = ixLog();
    expect(foundAfter(1, '"delta":"0.05"', '"delta":"1"', ix)[0]).toBe("1 delta");
    const average = averageLog();
    const closed = average.entries.findIndex(({ type }) => type === "round.closed") + 1;
    const found = foundAfter(closed, /"reason":"[a-z-]+"/, '"reason":"whim"', average);
    expect(found).toContain(`${closed} reason of the close`);
  });
});
