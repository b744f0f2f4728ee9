import fc from "fast-check";
import { expect, it } from "vitest";
import { deciderOf, decisionOfPanel, decisionOfSeats } from "#server/audit-log/decision-rule.ts";
import {
  type DecisionRule,
  decisionRuleSchema,
  openedRuleSchema,
} from "#server/audit-log/decision-rule-schema.ts";
import { seatIdOf, seatNumberOf } from "#server/audit-log/seats.ts";
import { decisionOfRound } from "#server/audit-log/stored-decision.ts";
import { decisionOf, type DecisionRule as ReplayedRule } from "#tests/replay/decision.ts";

const seats = Array.from({ length: 6 }, (_, place) => seatIdOf(place + 1));
const someSeats = fc.uniqueArray(fc.constantFrom(...seats), { minLength: 1 });
const gammas = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 9 }))
  .map(([numerator, more]) => ({ numerator, denominator: numerator + more }));

const rules: fc.Arbitrary<DecisionRule> = fc.oneof(
  fc.integer({ min: 1, max: 6 }).map((flags) => ({ kind: "at-least" as const, flags })),
  fc.constantFrom(...seats).map((seat) => ({ kind: "member" as const, seat })),
  fc
    .tuple(someSeats, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 6, maxLength: 6 }))
    .map(([listed, weights]) => ({
      kind: "weighted" as const,
      weights: listed.map((seat, index) => ({ seat, weight: weights[index] ?? 1 })),
    })),
  fc.tuple(fc.shuffledSubarray(seats, { minLength: 4 }), fc.integer({ min: 1, max: 2 })).map(
    ([named, flags]): DecisionRule => ({
      kind: "groups",
      groups: [named.slice(0, 2), named.slice(2)],
      flags,
    }),
  ),
);

/** Lists every set of places of a panel of m. */
const subsets = (m: number) =>
  Array.from(
    { length: 2 ** m },
    (_, bits) => new Set([...Array(m).keys()].filter((place) => (bits >> place) % 2 === 1)),
  );

function replayed(rule: DecisionRule): ReplayedRule {
  if (rule.kind !== "weighted") return rule;
  return { kind: "weighted", weights: new Map(rule.weights.map(({ seat, weight }) => [seat, weight])) };
}

it("is monotone, false without flags, true with all, and needs the stated number of flags", () => {
  let decided = 0;
  const cases = fc.tuple(rules, gammas, someSeats, fc.subarray(seats, { maxLength: 2 }));
  fc.assert(
    fc.property(cases, ([rule, gamma, named, left]) => {
      const panel = seats.filter((seat) => named.includes(seat) && !left.includes(seat));
      fc.pre(panel.length > 0);
      expect(decisionRuleSchema.parse(rule)).toEqual(rule);
      const hasLeft = (seat: string) => left.includes(seat);
      const decision = decisionOfPanel({ gamma, rule }, { panel, hasLeft });
      const other = decisionOf({ gamma, rule: replayed(rule) }, panel, hasLeft);
      expect(decision ?? null).toEqual(other && { neededFlags: other.needed, rule: other.rule });
      if (decision === undefined) return;
      decided += 1;
      if (decision.rule !== null) expect(openedRuleSchema.parse(decision.rule)).toEqual(decision.rule);
      const decides = deciderOf(decision, panel.length);
      const all = subsets(panel.length);
      const reporting = all.filter((places) => decides(places));
      expect(Math.min(...reporting.map(({ size }) => size))).toBe(decision.neededFlags);
      for (const places of reporting) {
        const one = panel.findIndex((_, place) => !places.has(place));
        if (one >= 0) expect(decides(new Set([...places, one]))).toBe(true);
      }
    }),
  );
  expect(decided).toBeGreaterThan(20);
});

it("cannot decide with too few members, without the named one, or with too few of a group", () => {
  const gamma = { numerator: 1, denominator: 2 };
  const of = (rule: DecisionRule, panel: string[], ...left: string[]) =>
    decisionOfPanel({ gamma, rule }, { panel, hasLeft: (seat) => left.includes(seat) });
  expect(of({ kind: "at-least", flags: 3 }, ["s1", "s2"])).toBeUndefined();
  expect(of({ kind: "member", seat: "s3" }, ["s1", "s2"])).toBeUndefined();
  expect(of({ kind: "member", seat: "s3" }, ["s1", "s2"], "s3")).toEqual({ neededFlags: 1, rule: null });
  const groups: DecisionRule = {
    kind: "groups",
    groups: [
      ["s1", "s2"],
      ["s3", "s4"],
    ],
    flags: 2,
  };
  expect(of(groups, ["s1", "s2", "s3"])).toBeUndefined();
  expect(of(groups, ["s1", "s2", "s3"], "s4")).toMatchObject({ neededFlags: 3 });
  expect(of(groups, ["s1", "s2"], "s3", "s4")).toMatchObject({ neededFlags: 2, rule: { kind: "weighted" } });
  expect(of(groups, ["s5"], "s1", "s2", "s3", "s4")).toBeUndefined();
});

it.each([
  [
    "a seat in both groups",
    {
      kind: "groups",
      groups: [
        ["s1", "s2"],
        ["s2", "s3"],
      ],
      flags: 1,
    },
  ],
  ["a group that is too small", { kind: "groups", groups: [["s1", "s2"], ["s3"]], flags: 2 }],
  ["a weight of 0", { kind: "weighted", weights: [{ seat: "s1", weight: 0 }] }],
  [
    "two weights of a seat",
    {
      kind: "weighted",
      weights: [
        { seat: "s1", weight: 2 },
        { seat: "s1", weight: 3 },
      ],
    },
  ],
  ["a rule with a negation", { kind: "at-most", flags: 2 }],
])("refuses %s", (_, rule) => {
  expect(decisionRuleSchema.safeParse(rule).success).toBe(false);
});

it("of the first seats of a study equals that of a panel of them", () => {
  const gamma = { numerator: 1, denominator: 2 };
  expect(decisionOfSeats({ gamma }, 5)).toEqual({ neededFlags: 3, rule: null });
  const named: DecisionRule = { kind: "member", seat: "s3" };
  expect(decisionOfSeats({ gamma, rule: named }, 3)).toMatchObject({
    rule: { kind: "all", rules: [{ kind: "auditor", auditor: 2 }, {}] },
  });
  expect(decisionOfSeats({ gamma, rule: named }, 2)).toBeUndefined();
  expect([seatIdOf(12), seatNumberOf("s12")]).toEqual(["s12", 12]);
});

it("is read from a stored round once the round has a panel", () => {
  expect(decisionOfRound({ neededFlags: 2, decisionRule: null })).toEqual({ neededFlags: 2, rule: null });
  const rule = { kind: "weighted", weights: ["1", "2"], threshold: "2" };
  const decisionRule = '{"kind":"weighted","threshold":"2","weights":["1","2"]}';
  expect(decisionOfRound({ neededFlags: 1, decisionRule })).toEqual({ neededFlags: 1, rule });
  expect(() => decisionOfRound({ neededFlags: 1, decisionRule: '{"kind":"any"}' })).toThrow();
  expect(() => decisionOfRound({ neededFlags: null, decisionRule: null })).toThrow("no panel yet");
});
