import { expect, test } from "vitest";
import { openRandom, withRandom } from "#server/learner/numeric/randomness.ts";
import { type EnvironmentSpec, environment, labelsOf } from "#server/simulation/engine/environments.ts";
import { type Population, rowPopulation } from "#server/simulation/engine/population.ts";
import { syntheticPopulation } from "#server/simulation/engine/worlds.ts";
import { refuses } from "#tests/learner/fixtures.ts";

const columns = [{ name: "c", type: "category" as const }];
const kind = (labelChance: number, weight = 1) => ({
  features: ["a"],
  shown: ["a"],
  weight,
  labelChance,
});
const pair: Population = { columns, shownColumns: columns, kinds: [kind(0.2, 3), kind(1)] };

function arrivals(spec: EnvironmentSpec, population: Population, rounds: number, k: number, seed = 5) {
  const world = environment(spec, population);
  let state = world.start(openRandom(seed, "people"));
  return Array.from({ length: rounds }, () => {
    const next = world.next(state, k);
    state = next.state;
    return next.arrival;
  });
}

test("a stream is immutable: one state always gives the same numbers, and streams differ", () => {
  const state = openRandom(1, "people");
  const draw = () => withRandom(state, (random) => [random.uniform(), random.below(10), random.seed()]);
  expect(draw()).toEqual(draw());
  expect(withRandom(openRandom(1, "panel"), (random) => random.uniform()).result).not.toBe(draw().result[0]);
  expect(draw().result[2]).toMatch(/^[0-9a-f]{64}$/);
  refuses("range", () => openRandom(-1, "people"));
  refuses("range", () => openRandom(0.5, "people"));
});

test("uniforms are multiples of 2^-53 in [0, 1)", () => {
  withRandom(openRandom(9, "draw"), (random) => {
    for (let i = 0; i < 1000; i++) {
      const u = random.uniform();
      expect(u >= 0 && u < 1 && Number.isInteger(u * 2 ** 53)).toBe(true);
    }
  });
});

test("iid people come by weight, and labels by their chance", () => {
  const people = arrivals({ kind: "iid" }, pair, 2000, 5).flatMap(({ kinds, labels }) =>
    kinds.map((kind, i) => ({ kind, label: labels?.[i] })),
  );
  const first = people.filter(({ kind }) => kind === 0);
  // four standard deviations of a share of 10,000 draws: 4 sqrt(3/16/10000) = 0.0173
  expect(Math.abs(first.length / people.length - 0.75)).toBeLessThan(0.0174);
  const yes = first.filter(({ label }) => label === 1).length / first.length;
  // 4 sqrt(0.16/7500) = 0.0185
  expect(Math.abs(yes - 0.2)).toBeLessThan(0.0185);
  expect(people.filter(({ kind, label }) => kind === 1 && label !== 1)).toEqual([]);
});

test("equal seeds give the same people and labels, other seeds others", () => {
  const once = arrivals({ kind: "iid" }, pair, 50, 4);
  expect(arrivals({ kind: "iid" }, pair, 50, 4)).toEqual(once);
  expect(arrivals({ kind: "iid" }, pair, 50, 4, 6)).not.toEqual(once);
});

const certain: Population = { ...pair, kinds: [kind(1)] };
const labelsByRound = (spec: EnvironmentSpec, rounds: number) =>
  arrivals(spec, certain, rounds, 1).map(({ labels }) => labels?.[0]);

test("a flip changes every label's chance after its round", () => {
  expect(labelsByRound({ kind: "flip", after: 3 }, 6)).toEqual([1, 1, 1, 0, 0, 0]);
});

test("blocks change at powers of two: round 1, rounds 2-3, 4-7, 8-15", () => {
  expect(labelsByRound({ kind: "blocks" }, 9)).toEqual([1, 0, 0, 1, 1, 1, 1, 0, 0]);
});

test("drift is reversed after half a period and back after a whole one", () => {
  const labels = labelsByRound({ kind: "drift", period: 10 }, 20);
  expect([labels[4], labels[9], labels[14], labels[19]]).toEqual([0, 1, 0, 1]);
});

test("the adversary chooses labels against the policy", () => {
  const [arrival] = arrivals({ kind: "against" }, certain, 1, 3);
  expect(arrival && labelsOf(arrival, [0.2, 0.5, 0.9])).toEqual([1, 0, 0]);
});

test("passes use every row once before any is repeated", () => {
  const rows = Array.from({ length: 7 }, (_, i) => ({
    features: [String(i)],
    shown: [String(i)],
    label: i % 2 === 0 ? (1 as const) : (0 as const),
  }));
  const { population } = rowPopulation(columns, columns, rows);
  const kinds = arrivals({ kind: "passes" }, population, 14, 3).flatMap((arrival) => arrival.kinds);
  for (let pass = 0; pass < 6; pass++) {
    expect(kinds.slice(7 * pass, 7 * pass + 7).toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6]);
  }
  const labels = arrivals({ kind: "passes" }, population, 3, 3);
  for (const arrival of labels) {
    expect(arrival.labels).toEqual(arrival.kinds.map((each) => (each % 2 === 0 ? 1 : 0)));
  }
});

test("rows without a label are left out and counted", () => {
  const row = { features: ["a"], shown: ["a"] };
  const { population, leftOut } = rowPopulation(columns, columns, [
    { ...row, label: 1 },
    { ...row, label: null },
    { ...row, label: 0 },
  ]);
  expect([population.kinds.map(({ labelChance }) => labelChance), leftOut]).toEqual([[1, 0], 1]);
});

test("a synthetic world has different rules, and is equal for the same seed", () => {
  const world = syntheticPopulation({ types: 6, rules: 40, seed: 1 });
  expect(syntheticPopulation({ types: 6, rules: 40, seed: 1 })).toEqual(world);
  const patterns = Array.from({ length: 38 }, (_, rule) =>
    world.population.kinds.map(({ features }) => features[rule]).join(""),
  );
  expect(new Set([...patterns, "000000", "111111"]).size).toBe(40);
  refuses("types-too-few", () => syntheticPopulation({ types: 2, rules: 5, seed: 1 }));
});
