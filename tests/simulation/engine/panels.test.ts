import fc from "fast-check";
import { expect, test } from "vitest";
import { LOTTERY_WEIGHT } from "#server/audit-log/panel-ways.ts";
import type { Column } from "#server/learner/config/spec.ts";
import { openRandom } from "#server/learner/numeric/randomness.ts";
import { decidePanel, eligiblePairs } from "#server/learner/panel/panel.ts";
import { bindPanelRule } from "#server/learner/panel/panel-rule.ts";
import { type AuditorSpec, distanceAuditor } from "#server/simulation/engine/auditors.ts";
import { NEVER_UNFAIR, scoreDistance, weightedDistance } from "#server/simulation/engine/distances.ts";
import { judge, panels, pivotalDistances } from "#server/simulation/engine/panels.ts";
import type { Population } from "#server/simulation/engine/population.ts";
import { refuses, share } from "#tests/learner/fixtures.ts";

const columns: Column[] = [
  { name: "age", type: "number" },
  { name: "town", type: "category" },
  { name: "score", type: "number" },
];
const people = [
  ["30", "a", "2"],
  ["40", "a", "1"],
  ["40", "b", "0"],
  [null, "b", null],
];
const population: Population = {
  columns: [],
  shownColumns: columns,
  kinds: people.map((shown) => ({ features: [], shown, weight: 1, labelChance: 0.5 })),
};
const allKinds = [0, 1, 2, 3];
const policy = [0.9, 0.5, 0.2, 0];
const labels = [1, 0, 1, 0] as const;
const eligible = eligiblePairs(policy.map(String), "0.1");

function judged(auditors: readonly AuditorSpec[], seed = 1) {
  const bound = panels({ auditors }, population);
  const { panel } = bound.seat(bound.start(openRandom(seed, "panel")), { kinds: allKinds, noiseSeed: "" });
  return judge(panel, policy, labels, { eligible, alpha: 0.1 });
}

test("a weighted distance sums its columns, and above the cut-off people are incomparable", () => {
  const distance = weightedDistance(columns, { age: 0.02, town: 0.3 });
  const [a = [], b = [], c = [], d = []] = people;
  // 0.02 · 10 = 0.2; 0.2 + 0.3; one missing age counts as a difference of 1.
  expect([distance(a, b), distance(a, c), distance(b, a), distance(c, d)]).toEqual([0.2, 0.5, 0.2, 0.02]);
  const cut = weightedDistance(columns, { age: 0.02, town: 0.3 }, 0.5);
  expect([cut(a, b), cut(a, c)]).toEqual([0.2, NEVER_UNFAIR]);
  refuses("shape", () => weightedDistance(columns, { size: 1 }));
});

test("a score's distance is the difference over the range, or incomparable if missing", () => {
  const distance = scoreDistance(columns, "score", 2);
  const [a = [], b = [], , d = []] = people;
  expect([distance(a, b), distance(a, d), distance(d, d)]).toEqual([0.5, NEVER_UNFAIR, 0]);
  refuses("range", () => scoreDistance(columns, "town", 2));
  refuses("shape", () => scoreDistance(columns, "mark", 2));
});

test("a stratified lot seats panels that meet its quotas, each member in turn", () => {
  const region = (value: string) => [{ name: "region", value }];
  const selection = {
    ...{ how: "stratified" as const, size: 2 },
    quotas: [{ attribute: "region", value: "north", least: 1, most: 1 }],
    attributes: ["north", "south", "north", "south"].map(region),
    lottery: {
      method: "leximin" as const,
      types: [
        { quotas: [], seats: 2 },
        { quotas: [0], seats: 2 },
      ],
      panels: [{ counts: [1, 1], weight: LOTTERY_WEIGHT }],
    },
  };
  const auditors = Array.from({ length: 4 }, (): AuditorSpec => ({ kind: "distance", weights: {} }));
  const seatedBy = (spec: typeof selection, noiseSeed: string) => {
    const bound = panels({ auditors, selection: spec }, population);
    const { panel } = bound.seat(bound.start(openRandom(1, "panel")), { kinds: allKinds, noiseSeed });
    return panel.auditors.map(({ voice }) => voice);
  };
  const seated = Array.from({ length: 40 }, (_, seed) => seatedBy(selection, String(seed)));
  for (const members of seated) expect(members.map((member) => member % 2).sort()).toEqual([0, 1]);
  expect(new Set(seated.flat()).size).toBe(4);
  const others = { ...selection, attributes: ["north", "north", "north", "south"].map(region) };
  refuses("range", () => seatedBy(others, "0"));
});

test("a panel's flags are those of its auditors one by one", () => {
  const weights = [{ age: 0.01 }, { town: 0.5 }];
  const { flags } = judged(weights.map((each) => ({ kind: "distance", weights: each })));
  const expected = weights.map((each) => {
    const auditor = distanceAuditor(columns, each, 0.1);
    return eligible.filter(([i, l]) =>
      auditor(people[i] ?? [], people[l] ?? [], (policy[i] ?? 0) - (policy[l] ?? 0)),
    );
  });
  expect(flags).toEqual(expected);
});

test("a silent auditor flags nothing, a copy repeats another, a lazy one judges q pairs", () => {
  const strict: AuditorSpec = { kind: "distance", weights: {} };
  const { flags, distances } = judged([
    strict,
    { kind: "silent" },
    { kind: "copy", of: 0 },
    { ...strict, looksAt: 2 },
  ]);
  expect(flags).toEqual([eligible, [], eligible, eligible.slice(0, 2)]);
  // Unjudged pairs do not restrict comparators.
  const lazy = distances[3];
  expect(eligible.map(([i, l]) => lazy?.[4 * i + l])).toEqual([
    0,
    0,
    ...eligible.slice(2).map(() => NEVER_UNFAIR),
  ]);
  expect(eligible.every(([i, l]) => distances[1]?.[4 * i + l] === NEVER_UNFAIR)).toBe(true);
});

test("a slip replaces distances evenly: a full slip flags a pair of gap g with chance g - alpha", () => {
  const auditors: AuditorSpec[] = [{ kind: "distance", weights: {}, slip: 1 }];
  let flagged = 0;
  for (let seed = 0; seed < 2000; seed++) {
    const found = judged(auditors, seed).flags[0] ?? [];
    if (found.some(([i, l]) => i === 0 && l === 1)) flagged += 1;
  }
  // Gap 0.4, alpha 0.1: chance 0.3; 4 sqrt(0.21/2000) = 0.041.
  expect(Math.abs(flagged / 2000 - 0.3)).toBeLessThan(0.041);
});

test("a redrawn panel has m different members, uniformly chosen; copies share one slip", () => {
  const auditors: AuditorSpec[] = Array.from({ length: 5 }, () => ({ kind: "distance", weights: {} }));
  const bound = panels({ auditors, selection: { how: "by-lot", size: 3 } }, population);
  let state = bound.start(openRandom(4, "panel"));
  const seen = new Map<number, number>();
  for (let round = 0; round < 1000; round++) {
    const seated = bound.seat(state, { kinds: allKinds, noiseSeed: String(round) });
    state = seated.state;
    expect(new Set(seated.panel.auditors.map(({ voice }) => voice)).size).toBe(3);
    for (const { voice } of seated.panel.auditors) seen.set(voice, (seen.get(voice) ?? 0) + 1);
  }
  // Each is on the panel in 3/5 of the rounds; 4 sqrt(0.24/1000) = 0.062.
  for (const count of seen.values()) expect(Math.abs(count / 1000 - 0.6)).toBeLessThan(0.062);
  const noisy: AuditorSpec[] = [
    { kind: "distance", weights: {}, slip: 1 },
    { kind: "copy", of: 0 },
  ];
  const { flags } = judged(noisy, 8);
  expect(flags[0]).toEqual(flags[1]);
});

test("the pivotal auditor alone decides like the panel", () => {
  const chance = fc.integer({ min: 0, max: 100 }).map((n) => n / 100);
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.integer({ min: 0, max: 10 }), { minLength: 9, maxLength: 9 }), {
        minLength: 1,
        maxLength: 5,
      }),
      fc.array(chance, { minLength: 3, maxLength: 3 }),
      fc.integer({ min: 1, max: 7 }),
      (tenths, pi, numerator) => {
        const rule = share(numerator, 7);
        // Gaps are hundredths, alpha + d odd thousandths: no ties that rounding could decide.
        const distances = tenths.map((row) => Float64Array.from(row, (n) => n / 10 + 0.005));
        const chances = pi.map(String);
        const pairs = eligiblePairs(chances, "0.1");
        const flags = distances.map((table) =>
          pairs.filter(([i, l]) => (pi[i] ?? 0) - (pi[l] ?? 0) > 0.1 + (table[3 * i + l] ?? 0)),
        );
        const pairRule = "average" as const;
        const question = { chances, alpha: "0.1", rule, seatCount: distances.length, flags, pairRule };
        const pivotal = pivotalDistances(distances, 3, bindPanelRule(rule, distances.length));
        const byPivotal = pairs.filter(
          ([i, l]) => (pi[i] ?? 0) - (pi[l] ?? 0) > 0.1 + (pivotal[3 * i + l] ?? 0),
        );
        expect(decidePanel(question).violations.map(({ high, low }) => [high, low])).toEqual(byPivotal);
      },
    ),
  );
});

test("negative, missing and infinite distances are refused everywhere", () => {
  for (const rule of [share(1, 2), share(1, 1)]) {
    for (const distance of [-0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      const distances = [new Float64Array(4), Float64Array.of(0, distance, 0, 0)];
      refuses("range", () => pivotalDistances(distances, 2, bindPanelRule(rule, 2)));
    }
  }
});
