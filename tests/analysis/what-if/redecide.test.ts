import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { wilson } from "#server/analysis/findings/wilson.ts";
import { placesIn, sizeOf, type WhatIfRound } from "#server/analysis/what-if/explored-round.ts";
import { frontier, judgeablePairs, prepareRounds, redecide } from "#server/analysis/what-if/redecide.ts";
import { whatIfPairs } from "#server/analysis/what-if/stored-pairs.ts";
import type { PanelRule } from "#server/learner/config/spec.ts";
import { compareDecimals } from "#server/learner/numeric/decimal.ts";
import { decidePanel, eligiblePairs } from "#server/learner/panel/panel.ts";
import type { AuditorSpec } from "#server/simulation/engine/auditors.ts";
import { redecideFlags } from "#server/simulation/engine/frontier.ts";
import { refuses, share } from "#tests/learner/fixtures.ts";
import { playAll, smallRun } from "#tests/simulation/engine/small-run.ts";
import { asLogged, seatNames } from "./simulated.ts";

/** Five people; the first two are exactly 0.3 above the last ones, and 0.1 + 0.2 in between. */
const first: WhatIfRound = {
  number: 1,
  seats: ["s1", "s2", "s3"],
  neededFlags: 2,
  rule: null,
  pairCount: 6,
  chances: ["0.4", "0.4", "0.2", "0.1", "0.1"],
  selected: [1, 1, 0, 0, 0],
  outcomes: ["yes", "no", null, null, null],
  pairs: [
    [0, 2, 0b011],
    [0, 3, 0b001],
    [0, 4, 0b111],
    [1, 3, 0],
    [1, 4, 0b100],
  ],
};
/** Another panel: s4 replaces s1, and s3 has left. */
const second: WhatIfRound = {
  ...first,
  number: 2,
  seats: ["s4", "s2"],
  neededFlags: 2,
  rule: null,
  pairs: [[0, 3, 0b01]],
};
const study = prepareRounds([first, second]);
const counts = (alpha: string) =>
  frontier(study, alpha).map(({ reports, reportedPairs }) => [reports, reportedPairs]);

describe("the same flags with other settings", () => {
  test("match a count by hand for each number of needed flags, exactly above alpha", () => {
    expect(study.seats).toEqual(["s1", "s2", "s3", "s4"]);
    expect(counts("0.15")).toEqual([
      [2, 5],
      [1, 2],
      [1, 1],
    ]);
    // 0.4 - 0.1 is 0.3 and not above it, although 0.4 - 0.1 > 0.3 in doubles.
    expect(0.4 - 0.1 > 0.3).toBe(true);
    expect(counts("0.3")).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
    expect(counts("0.2")).toEqual([
      [2, 4],
      [1, 1],
      [1, 1],
    ]);
    expect(frontier(study, "0.15")[0]?.interval).toEqual(wilson(2, 2));
    expect(judgeablePairs(study, "0.25")).toEqual({ asked: 8, unjudged: 3 });
  });

  test("match a count by hand for a rule that names seats", () => {
    const pairs = (rule: PanelRule) =>
      redecide(study, { alpha: "0.15", rule }).map(({ reported }) =>
        reported.map(([high, low]) => `${high}>${low}`),
      );
    const seat = (auditor: number): PanelRule => ({ kind: "auditor", auditor });
    expect(pairs(seat(0))).toEqual([["0>2", "0>3", "0>4"], []]);
    expect(pairs(seat(3))).toEqual([[], ["0>3"]]);
    expect(pairs({ kind: "all", rules: [seat(2), { kind: "at-least", flags: 2 }] })).toEqual([["0>4"], []]);
    expect(pairs({ kind: "any", rules: [seat(3), { kind: "at-least", flags: 3 }] })).toEqual([
      ["0>4"],
      ["0>3"],
    ]);
    const weights = { kind: "weighted", weights: ["1", "1", "0", "2"], threshold: "2" } as const;
    expect(pairs(weights)).toEqual([["0>2", "0>4"], ["0>3"]]);
    expect(pairs(share(1, 2))).toEqual([["0>2", "0>4"], ["0>3"]]);
    // With the played settings.
    expect(
      redecide(study, { alpha: "0.15", rule: share(2, 3) }).map(({ reportedThen }) => reportedThen),
    ).toEqual([2, 0]);
  });

  test("are refused with a rule that no panel could have", () => {
    refuses("panel-rule-constant", () =>
      redecide(study, { alpha: "0.1", rule: { kind: "at-least", flags: 9 } }),
    );
    refuses("auditor-unknown", () =>
      redecide(study, { alpha: "0.1", rule: { kind: "auditor", auditor: 4 } }),
    );
    refuses("not-a-decimal", () => redecide(study, { alpha: "a third", rule: share(1, 3) }));
  });
});

const nine: readonly AuditorSpec[] = Array.from({ length: 9 }, (_, i) => ({
  kind: "distance",
  weights: { east: 0.1 * i, north: 0.9 - 0.1 * i },
  wrong: 0.1,
}));

describe("simulated panels of nine", () => {
  const played = playAll({ ...smallRun, panel: { auditors: nine } }, 120);
  const prepared = prepareRounds(played.map((round) => asLogged(round, 6)));

  test("have a frontier equal to deciding each round again", () => {
    const rules = Array.from({ length: 9 }, (_, i): PanelRule => ({ kind: "at-least", flags: i + 1 }));
    const slowly = redecideFlags(rules);
    for (const round of played) slowly.add({ ...round, alpha: "0.1" });
    expect(frontier(prepared, "0.1").map(({ reports, reportedPairs }) => [reports, reportedPairs])).toEqual(
      slowly.points().map(({ violatingRounds, violatingPairs }) => [violatingRounds, violatingPairs]),
    );
    expect(frontier(prepared, "0.1")[0]?.reports).toBeGreaterThan(20);
  });

  test("are decided pair by pair like the panel, for any alpha and any rule", () => {
    const leaf = fc.oneof(
      fc.integer({ min: 1, max: 9 }).map((flags): PanelRule => ({ kind: "at-least", flags })),
      fc.integer({ min: 0, max: 8 }).map((auditor): PanelRule => ({ kind: "auditor", auditor })),
      fc.integer({ min: 1, max: 9 }).map((a) => share(a, 9)),
    );
    const rules = fc.oneof(
      leaf,
      fc
        .tuple(fc.constantFrom("any", "all"), fc.array(leaf, { minLength: 1, maxLength: 3 }))
        .map(([kind, parts]): PanelRule => ({ kind, rules: parts })),
    );
    // Also alpha equal to the gaps, where strictly above depends on the last digit.
    const gaps = played
      .slice(0, 20)
      .flatMap(({ policy }) => policy.map((p) => String(Math.abs(p - (policy[0] ?? 0)))));
    const alphas = fc.oneof(
      fc.integer({ min: 10, max: 99 }).map((hundredths) => String(hundredths / 100)),
      fc.constantFrom(...gaps.filter((gap) => compareDecimals(gap, "0.1") >= 0)),
    );
    fc.assert(
      fc.property(rules, alphas, (rule, alpha) => {
        const redecided = redecide(prepared, { alpha, rule });
        let eligibleCount = 0;
        for (const [i, round] of played.entries()) {
          const eligible = new Set(eligiblePairs(round.chances, alpha).map(String));
          const flags = round.flags.map((ballot) => ballot.filter((pair) => eligible.has(String(pair))));
          const { violations } = decidePanel({ ...round, alpha, rule, flags, pairRule: "average" });
          eligibleCount += eligible.size;
          expect(redecided[i]?.reported.map(([high, low]) => [high, low])).toEqual(
            violations.map(({ high, low }) => [high, low]),
          );
        }
        expect(judgeablePairs(prepared, alpha).asked).toBe(eligibleCount);
      }),
      { numRuns: 30 },
    );
  });
});

describe("sets of places", () => {
  test("contain what was added, up to fifty places", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 49 })), (places) => {
        const set = places.reduce((sum, place) => sum + 2 ** place, 0);
        expect(placesIn(set)).toEqual(places.toSorted((a, b) => a - b));
        expect(sizeOf(set)).toBe(places.length);
      }),
    );
  });

  test("are made from ballots, ignoring seats without one and pairs without flags", () => {
    const seats = [
      {
        id: "s1",
        verdicts: [
          [0, 2, "unfair"],
          [1, 2, "unsure"],
        ] as const,
      },
      { id: "s2", verdicts: null },
      {
        id: "s3",
        verdicts: [
          [0, 2, "unfair", 12],
          [0, 3, "acceptable"],
        ] as const,
      },
    ];
    const stored = seats.map(({ id, verdicts }) => ({
      id,
      verdicts: verdicts?.map((one) => [...one]) ?? null,
    }));
    expect(whatIfPairs({ seats: stored as Parameters<typeof whatIfPairs>[0]["seats"] })).toEqual([
      [0, 2, 0b101, [[2, 12]]],
      [0, 3, 0],
      [1, 2, 0],
    ]);
    expect(seatNames(2)).toEqual(["s1", "s2"]);
  });
});
