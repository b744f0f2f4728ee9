import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { describe, expect, it } from "vitest";
import { otherChances, policyAnswers, policyChances } from "#server/study/policy/chances.ts";
import { type Influence, influencesOn } from "#server/study/policy/influences.ts";
import type { PolicyFile, RuleForm } from "#server/study/policy/policy-file.ts";
import { type SmallestChanges, smallestChanges } from "#server/study/policy/smallest-changes.ts";
import { type MadePolicy, madePolicies, specsOfEveryLearner } from "#tests/setup/played-policies.ts";
import { tenthOf } from "#tests/setup/tier.ts";

type Person = readonly [years: string | null, debts: string | null, home: string | null];

const homes = ["own", "rent", "free"];
const column = (name: string, type: "number" | "category") => ({
  ...{ name, type, label: name, unit: "", isDate: false, words: {} },
  range: type === "number" ? { from: "0", to: "6" } : null,
  values: type === "category" ? homes : null,
});

/** Generates a small class with random rules over two numbers and a category. */
function madePolicy(seed: number): { policy: PolicyFile; person: Person } {
  const generator = xoroshiro128plus(seed);
  const upTo = (most: number) => uniformInt(generator, 0, most);
  const conditions = Array.from({ length: 5 }, (_, index): PolicyFile["conditions"][number] => {
    if (index === 4) return { column: "home", test: upTo(1) ? "is" : "is-not", value: homes[upTo(2)] ?? "" };
    return {
      column: index < 2 ? "years" : "debts",
      test: upTo(1) ? "at-most" : "above",
      value: String(upTo(5)),
      ...(upTo(3) === 0 && { blank: "pass" as const }),
    };
  });
  const literal = () => (1 + upTo(4)) * (upTo(1) ? 1 : -1);
  const formOf = (): RuleForm =>
    upTo(3) === 0
      ? { kind: "odd-of", conditions: [literal(), literal()] }
      : { kind: upTo(1) ? "all-of" : "any-of", conditions: [literal(), literal()].slice(upTo(1)) };
  const forms: RuleForm[] = [
    { kind: "none" },
    { kind: "all" },
    ...Array.from({ length: 1 + upTo(4) }, formOf),
  ];
  const policy = {
    ...{
      columns: [column("years", "number"), column("debts", "number"), column("home", "category")],
      conditions,
    },
    rules: forms.map((accepts, rule) => ({ rule, words: "", accepts, weight: String(1 + upTo(9)) })),
    columnSums: null,
    published: {
      ...{ limit: null, pull: upTo(2) ? "0" : "0.25", target: "0.5", picks: null, none: "0", all: "0" },
      ...{ isRounded: false, corrections: [] },
    },
  } as unknown as PolicyFile;
  const cell = () => (upTo(9) === 0 ? null : String(upTo(12) / 2));
  return { policy, person: [cell(), cell(), upTo(9) === 0 ? null : (homes[upTo(2)] as string)] };
}

const halves = Array.from({ length: 13 }, (_, index) => String(index / 2));
const chanceOf = (policy: PolicyFile, person: Person) => otherChances(policy, [person])[0] as number;

/** Measures a change of one cell: to the next whole number in that direction, or just above it. */
function sizeOf(before: string | null, after: string | null, place: number): number {
  if (before === after) return 0;
  if (place === 2 || before === null) return 1;
  const [x, y] = [Number(before), Number(after)];
  return (y > x ? Math.max(0, Math.ceil(y) - 1 - x) : x - y) / 6;
}

/** Finds the smallest change of `count` cells that moves the chance by ten points, or infinity. */
function leastSize({ policy, person }: ReturnType<typeof madePolicy>, count: number, sign: number): number {
  const before = chanceOf(policy, person);
  let least = Number.POSITIVE_INFINITY;
  for (const years of [person[0], ...halves]) {
    for (const debts of [person[1], ...halves]) {
      for (const home of [person[2], ...homes]) {
        const other: Person = [years, debts, home];
        if (other.filter((cell, place) => cell !== person[place]).length !== count) continue;
        if (sign * (chanceOf(policy, other) - before) < 0.1 - 1e-9) continue;
        const size = other.reduce((sum, cell, place) => sum + sizeOf(person[place] ?? null, cell, place), 0);
        least = Math.min(least, size);
      }
    }
  }
  return least;
}

/** Applies the first found change, and measures it. */
function applied({ policy, person }: ReturnType<typeof madePolicy>, found: SmallestChanges) {
  if (found.kind !== "found") return { count: 0, size: Number.POSITIVE_INFINITY, chance: null, said: null };
  const [first] = found.changes;
  const other = [...person];
  let size = 0;
  for (const { column, to } of first?.cells ?? []) {
    const place = policy.columns.findIndex(({ name }) => name === column);
    const value = to.kind === "values" ? (to.values.at(-1) as string) : to.value;
    other[place] = to.kind === "above" ? String(Number(value) + 0.5) : value;
    const isNumber = place < 2 && person[place] !== null;
    size += isNumber ? Math.abs(Number(value) - Number(person[place])) / 6 : 1;
  }
  const chance = chanceOf(policy, other as unknown as Person);
  return { count: first?.cells.length ?? 0, size, chance, said: first?.chance };
}

describe("smallest changes", () => {
  const cases = tenthOf(Array.from({ length: 1_000 }, (_, seed) => seed));

  it("agree with a search of all combinations", () => {
    const counts = new Set<number>();
    for (const seed of cases) {
      const made = madePolicy(seed);
      const { up, down } = smallestChanges(made.policy, {
        person: made.person,
        chance: chanceOf(made.policy, made.person),
      });
      for (const [sign, found] of [
        [1, up],
        [-1, down],
      ] as const) {
        const one = leastSize(made, 1, sign);
        const two = Number.isFinite(one) ? one : leastSize(made, 2, sign);
        const { count, size, chance, said } = applied(made, found);
        expect(size, `seed ${seed}, ${sign}`).toBeCloseTo(two, 9);
        expect(chance).toBe(said ?? null);
        expect(found.kind).not.toBe("not-searched");
        counts.add(count);
      }
    }
    expect([...counts].sort()).toEqual([0, 1, 2]);
  });

  it("are not searched if the class is too large, and say so", () => {
    const { policy, person } = madePolicy(3);
    const chance = chanceOf(policy, person);
    const none = { up: { kind: "not-searched" }, down: { kind: "not-searched" } };
    expect(smallestChanges(policy, { person, chance, most: 1 })).toEqual(none);
  });

  it("are found for every class and learner, and lead to the stated chances", () => {
    let found = 0;
    for (const { spec } of tenthOf(specsOfEveryLearner)) {
      const { policy, people } = madePolicies(spec)[3] as MadePolicy;
      const ranged = {
        ...policy,
        columns: policy.columns.map((each) => ({
          ...each,
          ...(each.type === "number" ? { range: { from: "0", to: "4" } } : { values: ["yes", "no"] }),
        })),
      };
      const chances = policyChances(policy, people, "round").map(Number);
      for (const [index, person] of people.slice(0, 3).entries()) {
        const chance = chances[index] as number;
        const { up, down } = smallestChanges(ranged, { person, chance });
        for (const [sign, side] of [
          [1, up],
          [-1, down],
        ] as const) {
          for (const change of side.kind === "found" ? side.changes : []) {
            expect(sign * (change.chance - chance)).toBeGreaterThan(0.1 - 1e-9);
            found += 1;
          }
        }
      }
    }
    expect(found).toBeGreaterThan(0);
  });
});

describe("influences", () => {
  it("are the weights of the rules that one reversed answer changes", () => {
    for (const seed of tenthOf(Array.from({ length: 200 }, (_, seed) => seed))) {
      const { policy, person } = madePolicy(seed);
      const total = policy.rules.reduce((sum, { weight }) => sum + Number(weight), 0);
      const answers = policyAnswers(policy)(person);
      const expected = policy.conditions.map((condition, reversed): Influence => {
        const turned = answers.map((answer, index) => answer !== (index === reversed));
        const sums = { accepting: 0, refusing: 0 };
        for (const { accepts, weight } of policy.rules) {
          const [now, then] = [accepted(accepts, answers), accepted(accepts, turned)];
          if (now && !then) sums.accepting += Number(weight) / total;
          if (!now && then) sums.refusing += Number(weight) / total;
        }
        return { about: { kind: "condition", condition }, isMet: answers[reversed] as boolean, ...sums };
      });
      const found = influencesOn(policy, person);
      const heavy = expected.filter(({ accepting, refusing }) => accepting + refusing > 0);
      expect(found).toHaveLength(heavy.length);
      for (const each of found) {
        const same = heavy.find(
          ({ about }) =>
            about.kind === "condition" &&
            each.about.kind === "condition" &&
            about.condition === each.about.condition,
        );
        expect(same?.isMet).toBe(each.isMet);
        expect(each.accepting).toBeCloseTo(same?.accepting ?? -1, 12);
        expect(each.refusing).toBeCloseTo(same?.refusing ?? -1, 12);
      }
      const shares = found.map(({ accepting, refusing }) => Math.max(accepting, refusing));
      expect(shares).toEqual([...shares].sort((a, b) => b - a));
    }
  });

  it("are given by column if weights are summed by column", () => {
    const sums = {
      ...{ everyone: "1", total: "10" },
      columns: [{ column: "years", cuts: ["2", "4"], accepted: ["1", "4", "8"], blank: "0" }],
    };
    const policy = { ...madePolicy(1).policy, conditions: [], columnSums: { base: sums, round: sums } };
    const about = { kind: "interval", column: "years" };
    expect(influencesOn(policy, ["3", "1", "own"])).toEqual([
      { about: { ...about, above: "2", atMost: "4" }, isMet: true, accepting: 0.4, refusing: 0.5 },
    ]);
    expect(influencesOn(policy, [null, "1", "own"])).toEqual([
      { about: { ...about, above: null, atMost: null }, isMet: false, accepting: 0, refusing: 0.9 },
    ]);
  });
});

/** Tells whether a rule of these forms accepts, by the answers to its conditions. */
function accepted(form: RuleForm, answers: readonly boolean[]): boolean {
  if (form.kind === "none" || form.kind === "all") return form.kind === "all";
  if (!("conditions" in form)) throw new Error(form.kind);
  const held = form.conditions.filter((each) => answers[Math.abs(each) - 1] === each > 0).length;
  if (form.kind === "all-of") return held === form.conditions.length;
  return form.kind === "any-of" ? held > 0 : held % 2 === 1;
}
