import { expect, it } from "vitest";
import type { RoundRow } from "#db/queries/rounds.ts";
import { quicknet } from "#server/audit-log/beacon-texts.ts";
import type { App } from "#server/platform/app/app.ts";
import { reasonNow, seatsThatCount } from "#server/rounds/closes-early.ts";
import { publicNumberOf } from "#server/rounds/public-number.ts";
import { endReceipt, hasClosedOtherwise } from "#server/rounds/read-round.ts";
import { tallyVerdicts } from "#server/rounds/tally-verdicts.ts";

/** A stored round with the columns that the tested function reads. */
const rowOf = (known: Partial<RoundRow>) => known as RoundRow;

const testBeacon = { ...quicknet, delay: 3 };

const closedAs = { closedSeq: 9, closedHash: "h9", closedAt: 900 };
const frozenAs = { closingSeq: 7, closingHash: "h7", closingAt: 700 };
const unfrozen = { closingSeq: null, closingHash: null, closingAt: null };
const unclosed = { closedSeq: null, closedHash: null, closedAt: null };

it("returns the receipt of the entry that ended voting", () => {
  const frozen = { study: "s", round: 2, seq: 7, hash: "h7", at: 700 };
  expect(endReceipt("s", rowOf({ number: 2, ...unfrozen, ...closedAs }))).toEqual({
    ...{ study: "s", round: 2, seq: 9, hash: "h9", at: 900 },
  });
  expect(endReceipt("s", rowOf({ number: 2, ...frozenAs, ...unclosed }))).toEqual(frozen);
  expect(endReceipt("s", rowOf({ number: 2, ...frozenAs, ...closedAs }))).toEqual(frozen);
});

it.each(["closedSeq", "closedHash", "closedAt"] as const)("returns no receipt without its %s", (lacking) => {
  const row = rowOf({ number: 2, ...unfrozen, ...closedAs, [lacking]: null });
  expect(() => endReceipt("s", row)).toThrow("round 2 of s has not ended");
});

it.each([
  ["closed", "deadline", "operator", true],
  ["closing", "from-deadline", "operator", true],
  ["closed", "deadline", "deadline", false],
  ["closing", "deadline", "all-sealed", false],
  ["closed", "by-hand", "operator", false],
  ["open", "deadline", null, false],
  ["closed", "deadline", "trouble", false],
  ["cancelled", "deadline", "operator", false],
] as const)(
  "a round that is %s, announced %s, ended by %s was closed otherwise than announced: %s",
  (...row) => {
    const [state, closing, closeReason, isOtherwise] = row;
    expect(hasClosedOtherwise(rowOf({ state, closing, closeReason }))).toBe(isOtherwise);
  },
);

it("says when a public number is due, since when it is named, and where to look it up", () => {
  const relays = ["https://one.example", "https://two.example"];
  const awaited = rowOf({
    beaconRound: 5,
    beaconSignature: null,
    beaconTrouble: "noNumber",
    closingSeq: null,
    neededFlags: 2,
  });
  const { genesis, period, chain } = testBeacon;
  const expected = {
    ...{ beaconRound: 5, dueAt: (genesis + 4 * period) * 1_000 },
    ...{ isNamedAtOpening: true, isForPanel: false, signature: null, trouble: "noNumber" },
    address: `https://one.example/${chain}/public/5`,
  };
  const app = { beacon: { relays } } as unknown as App;
  expect(publicNumberOf(app, testBeacon, awaited)).toEqual(expected);
  expect(publicNumberOf({ beacon: null }, testBeacon, { ...awaited, closingSeq: 7 })).toEqual({
    ...{ ...expected, isNamedAtOpening: false },
    address: null,
  });
  const undrawn = { ...awaited, neededFlags: null };
  expect(publicNumberOf(app, testBeacon, undrawn)).toEqual({ ...expected, isForPanel: true });
  expect(publicNumberOf(app, null, awaited)).toBeNull();
  expect(publicNumberOf(app, testBeacon, { ...awaited, beaconRound: null })).toBeNull();
});

it("does not close before its deadline by the log, even if the clock differs", () => {
  const round = { closing: "deadline", deadlineAt: 1_000 } as const;
  const seats = seatsThatCount([{ seatId: "s1", unseatedAt: null }], [{ seatId: "s2" }]);
  expect(seats).toEqual([{ isRemoved: false, hasSealed: false }]);
  expect(seatsThatCount([{ seatId: "s1", unseatedAt: 5 }], [{ seatId: "s1" }])).toEqual([
    { isRemoved: true, hasSealed: true },
  ]);
  expect(reasonNow({ now: 999, clock: 998 }, round, seats)).toBe("operator");
  expect(reasonNow({ now: 1_001, clock: 1_000 }, round, seats)).toBe("deadline");
  expect(() => reasonNow({ now: 1_000, clock: 999 }, round, seats)).toThrow(
    expect.objectContaining({
      code: "clock-behind",
      message: expect.stringContaining("at its deadline or later"),
    }),
  );
});

it("counts the verdicts on each pair separately", async () => {
  const ballots = [
    [
      [0, 2, "unfair", 7],
      [1, 0, "unsure"],
    ],
    [
      [0, 2, "acceptable", 40],
      [2, 0, "acceptable"],
    ],
    [[0, 2, "unfair"]],
  ].map((verdicts) => ({ verdicts: JSON.stringify(verdicts) }));
  const none = { unfair: 0, acceptable: 0, unsure: 0, tolerances: [] };
  expect([...(await tallyVerdicts(ballots)).values()]).toEqual([
    { ...none, high: 0, low: 2, unfair: 2, acceptable: 1, tolerances: [7, 40] },
    { ...none, high: 1, low: 0, unsure: 1 },
    { ...none, high: 2, low: 0, acceptable: 1 },
  ]);
});
