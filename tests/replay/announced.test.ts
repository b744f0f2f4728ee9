/** Who was chosen, how a round was to close and did, what a cancelled one would have drawn, whom a file brought. */

import { describe, expect, it } from "vitest";
import { auditLog } from "./fixture-audit.ts";
import { ixLog } from "./fixture-ix.ts";
import { type KnownLog, knownLog } from "./fixture-known.ts";
import { recordsLog } from "./fixture-records.ts";
import { exchanged, foundIn } from "./found.ts";
import { replay } from "./replay.ts";

const KNOWN: KnownLog = knownLog();
const { entries } = KNOWN.log;
const FEATURES = KNOWN.log.features();

function foundAfter(seq: number, from: string | RegExp, to: string): string[] {
  return foundIn(exchanged(entries, seq, from, to), entries, FEATURES);
}

const opened = KNOWN.opened[2] ?? 0;
const allSealed = KNOWN.ended[1] ?? 0;
const byOperator = KNOWN.ended[2] ?? 0;
const cancelled = KNOWN.ended[3] ?? 0;

describe("who was chosen", () => {
  it("finds people whose turn it was not, under the word that it was", () => {
    // p4 and p3 change places, with all that is theirs
    const people = foundAfter(opened, /("people":\[)(\{.*?\}),(\{.*?\})\]/, "$1$3,$2]");
    expect(people).toContain(`${opened} order of the people`);
    const turn = foundAfter(opened, '"person":"p3"', '"person":"p2"');
    expect(turn).toContain(`${opened} people of the round`);
    const skipped = foundAfter(opened, '"person":"p4"', '"person":"p5"');
    expect(skipped).toContain(`${opened} people whose turn it is`);
    expect(skipped).not.toContain(`${opened} people of the round`);
  });

  it("lets an operator choose among those who wait, in their order, and says who it was", () => {
    const chosen = exchanged(entries, opened, '"chosen":"in-order"', '"chosen":"by-operator"');
    const problems = foundIn(chosen, entries, FEATURES);
    expect(problems.filter((one) => one.startsWith(`${opened} `))).toEqual([]);
    // the word is among the inputs of the draw
    expect(problems).toContain(`${byOperator} u`);
  });

  it("finds a lot where somebody chose, and a choice in an audit", () => {
    expect(foundAfter(opened, '"in-order"', '"by-lot"')).toContain(`${opened} who chose the people`);
    expect(foundAfter(opened, '"in-order"', '"nobody"')).toContain(`${opened} who chose the people`);
    const audit = auditLog();
    const at = audit.entries.findIndex(({ type }) => type === "round.opened") + 1;
    const forged = exchanged(audit.entries, at, '"by-lot"', '"by-operator"');
    expect(foundIn(forged, audit.entries, audit.features())).toContain(`${at} who chose the people`);
  });
});

describe("how a round closes", () => {
  it("is announced by what is known when it opens", () => {
    expect(foundAfter(opened, '"closing":"deadline"', '"closing":"by-hand"')).toContain(
      `${opened} how the round will close`,
    );
    expect(foundAfter(opened, '"closing":"deadline"', '"closing":"no-pairs"')).toContain(
      `${opened} how the round will close`,
    );
  });

  it("finds another reason than the true one, and an early close without its mark", () => {
    expect(foundAfter(allSealed, '"reason":"all-sealed"', '"reason":"operator"')).toContain(
      `${allSealed} reason of the close`,
    );
    expect(foundAfter(byOperator, '"reason":"operator"', '"reason":"deadline"')).toEqual([
      `${byOperator} reason of the close`,
    ]);
    expect(foundAfter(byOperator, '"asAnnounced":false', '"asAnnounced":true')).toEqual([
      `${byOperator} closed as announced`,
    ]);
  });

  it("counts the rounds that closed otherwise, and takes a passed deadline for one", () => {
    expect(replay(KNOWN.log.text(), FEATURES).closedOtherwise).toEqual([2, 4, 5]);
    const ix = ixLog();
    const { closedOtherwise, closedByHand } = replay(ix.text(), ix.features());
    expect([closedOtherwise, closedByHand]).toEqual([[1, 2], []]);
    const last = ix.entries.length;
    const early = ix.entries.with(last - 1, { ...ix.entries[last - 1], at: 2_000 });
    expect(foundIn(early, ix.entries, ix.features())).toEqual([
      `${last} reason of the close`,
      `${last} closed as announced`,
    ]);
  });
});

describe("a cancelled round", () => {
  it.each([
    [/"u":"0\.\d/, '"u":"0.9', "u"],
    ['"hypothesis":0', '"hypothesis":1', "rule drawn"],
    ['"decisions":[0,0]', '"decisions":[1,0]', "decision for p5"],
  ])("publishes the draw it would have had, which is checked: %s", (from, to, what) => {
    expect(foundAfter(cancelled, from, to)).toContain(`${cancelled} ${what}`);
  });

  it("is none that hides its draw, has another reason, or was drawn when it opened", () => {
    expect(foundAfter(cancelled, /,"draw":\{[^}]*\}/, "")).toContain(`${cancelled} entry.body: keys`);
    expect(foundAfter(cancelled, '"reason":"trouble"', '"reason":"whim"')).toContain(
      `${cancelled} entry.body.reason`,
    );
    const records = recordsLog();
    const last = records.entries.length;
    const { round, link, draw } = Object(records.entries[last - 1]).body;
    const forged = records.entries.with(last - 1, {
      type: "round.cancelled",
      body: { round, link, draw, reason: "operator" },
    });
    expect(foundIn(forged, records.entries, records.features())).toEqual([`${last} round cancelled`]);
  });
});

describe("the root of an import", () => {
  it("finds another root, and cells or keys exchanged of somebody in no round", () => {
    const waiting = KNOWN.log.features(["p1"]);
    expect(foundAfter(2, /"root":"[0-9a-f]{8}/, '"root":"00000000')).toContain("2 root of the people");
    const other = waiting.replace(/"digest":"[0-9a-f]{8}/, '"digest":"00000000');
    expect(replay(KNOWN.log.text(), other).problems.map(({ what }) => what)).toContain("root of the people");
  });

  it("finds pseudonyms that are not the next, and another count than there are", () => {
    expect(foundAfter(2, '"first":"p1"', '"first":"p2"')).not.toEqual([]);
    expect(foundAfter(2, '"count":8', '"count":9')).toContain("2 people imported");
  });
});
