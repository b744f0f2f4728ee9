import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Cut, CutRange, Features, LearnerSpec, Prior } from "#server/learner/config/spec.ts";
import { settingsAt } from "#server/learner/config/step-sizes.ts";
import { type Exp2State, exp2, policyOf } from "#server/learner/exp2/exp2.ts";
import type { ChargedRound } from "#server/learner/interface/estimators.ts";
import type { WeighedPolicy } from "#server/learner/interface/learner.ts";
import type { OutcomeValue } from "#server/learner/interface/outcome-values.ts";
import { weightsOfChunk } from "#server/learner/numeric/kernels/opening.ts";
import { priorOf } from "#server/learner/policy/prior.ts";
import { RuleTotals } from "#server/learner/policy/rule-totals.ts";
import { drawFromRuns } from "#server/learner/policy/run-draw.ts";
import { runningTotals } from "#server/learner/policy/weights.ts";
import { bit, ixSpec, paperSpec, playRound, refuses, smallSpec } from "./fixtures.ts";

/** Two number columns, with cuts in ranges and one by one, one-sided and two-sided. */
const columns = ["a", "b"].map((name) => ({ name, type: "number" }) as const);
const side = fc.constantFrom<Pick<Cut, "side">>({}, {}, { side: "at-most" }, { side: "above" });
const listed = fc
  .tuple(fc.uniqueArray(fc.integer({ min: -5, max: 9 }), { maxLength: 6 }), fc.array(side))
  .map(([values, sides]): Cut[] =>
    values
      .sort((x, y) => x - y)
      .map((value, i) => ({
        column: "a",
        cut: String(value / 2),
        ...(sides[i % (sides.length || 1)] ?? {}),
      })),
  );
const ranged = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.constantFrom("0.25", "1"), side)
  .map(([count, step, which]): CutRange[] => [{ column: "b", from: "-2", step, count, ...which }]);
const cuts = fc.tuple(listed, fc.oneof(ranged, fc.constant([]))).map((parts) => parts.flat());

const cell = fc.oneof(
  fc.constant(null),
  fc.integer({ min: -12, max: 44 }).map((value) => String(value / 4)),
);
const people = fc.array(fc.tuple(cell, cell), { minLength: 2, maxLength: 3 });
const u = fc.nat(2 ** 30 - 1).map((value) => value / 2 ** 30);

type Late = { readonly first: OutcomeValue; readonly later: OutcomeValue; readonly rounds: number };
const outcome = fc.constantFrom<OutcomeValue>("yes", "no", "lost");
const late: fc.Arbitrary<Late> = fc.record({ first: outcome, later: outcome, rounds: fc.nat(2) });
const round = fc.record({ people, u, late, pair: bit });
type Round = typeof round extends fc.Arbitrary<infer Made> ? Made : never;

const constants: Prior = { kind: "constants", none: "0.1", all: "0.25" };
const specs: readonly (readonly [string, Partial<LearnerSpec>])[] = [
  ["known", smallSpec],
  ["known, without a horizon", { ...smallSpec, horizon: null, afterHorizon: "anytime" }],
  ["known, outcomes at once", { ...smallSpec, rejectedHalves: "at-close" }],
  ["paper", paperSpec],
  ["ix", ixSpec],
  ["known, constants with shares of their own", { ...smallSpec, prior: constants }],
  ["known, nothing on the constants", { ...smallSpec, prior: { ...constants, none: "0", all: "0" } }],
];

function weightsOf(weighed: WeighedPolicy): Float64Array {
  return Float64Array.from(
    Array.from(weighed.sums, (_, chunk) => [...weightsOfChunk(weighed, chunk).weights]).flat(),
  );
}

/** Converts a state to one with a total for every rule. */
function generic(spec: LearnerSpec): Exp2State {
  const state = exp2.init(spec);
  const prior = spec.prior === undefined ? null : priorOf(spec.prior, state.rules);
  return { ...state, prior, totals: RuleTotals.of(state.rules) };
}

/** Rounds with at most one pair, in which each picked person's outcome comes late and is corrected even later. */
function* played([one, other]: [Exp2State, Exp2State], rounds: readonly Round[]) {
  let both = [one, other] as [Exp2State, Exp2State];
  const waiting: { at: number; apply: (state: Exp2State) => Exp2State }[] = [];
  for (const [t, { people: some, u: lot, late: how, pair }] of rounds.entries()) {
    const opened = both.map((state) => exp2.open(state, some, "")) as [
      ReturnType<typeof exp2.open>,
      ReturnType<typeof exp2.open>,
    ];
    yield { both, opened, people: some, u: lot };
    const [opening] = opened;
    const { decisions } = exp2.draw(both[0].rules, opening, some, lot);
    const chances = opening.chances.map(Number);
    // With a chance of 1 no rejection occurs, since the only other rule has no weight left.
    if (decisions.some((decision, i) => decision === 0 && chances[i] === 1)) return;
    const closed: ChargedRound = {
      ...{ people: some, chances, decisions, fairnessWeight: Number(opening.fairnessWeight) },
      pairs: pair === 1 ? [{ high: 0, low: 1, weight: 1 }] : [],
    };
    both = both.map((state) => playRound(exp2, state, closed)) as typeof both;
    for (const [i, individual] of some.entries()) {
      if (decisions[i] !== 1) continue;
      const shared = { individual, chance: chances[i] as number, settledRejected: [] };
      const { first, later, rounds: more } = how;
      waiting.push({
        at: t + more,
        apply: (state) => exp2.applyOutcome(state, { ...shared, before: null, after: first }),
      });
      if (later === first) continue;
      waiting.push({
        at: t + more + 1,
        apply: (state) => exp2.applyOutcome(state, { ...shared, before: first, after: later }),
      });
    }
    for (const { at, apply } of waiting) if (at === t) both = both.map(apply) as typeof both;
  }
}

describe.each(specs)("thresholds by runs, mode %s", (_, part) => {
  test("have the totals of all rules to the bit, and chances and draws up to rounding", () => {
    fc.assert(
      fc.property(cuts, fc.array(round, { maxLength: 8 }), (some, rounds) => {
        fc.pre(some.length > 0 || part.prior === undefined);
        const spec = {
          ...smallSpec,
          ...part,
          columns,
          hypotheses: { kind: "thresholds", version: 1, cuts: some },
        };
        const both: [Exp2State, Exp2State] = [exp2.init(spec as LearnerSpec), generic(spec as LearnerSpec)];
        for (const { both: states, opened, people: now, u: lot } of played(both, rounds)) {
          const [runs, all] = states;
          expect(runs.totals.loss).toEqual(all.totals.loss.map((loss) => loss + 0));
          const [mine, theirs] = opened;
          for (const [i, chance] of mine.chances.entries()) {
            expect(Number(chance)).toBeLessThanOrEqual(1);
            expect(Math.abs(Number(chance) - Number(theirs.chances[i]))).toBeLessThan(1e-13);
          }
          expect([mine.eta, mine.fairnessWeight]).toEqual([theirs.eta, theirs.fairnessWeight]);
          // the rule drawn holds u in its share of all weights
          const { hypothesis } = exp2.draw(runs.rules, mine, now, lot);
          const ends = theirs.cumulative ?? runningTotals(weightsOf(theirs.weighed as WeighedPolicy));
          const total = ends.at(-1) as number;
          const [start, end] = [
            hypothesis === 0 ? 0 : (ends[hypothesis - 1] as number),
            ends[hypothesis] as number,
          ];
          expect(end).toBeGreaterThan(start);
          expect(start / total - 1e-13).toBeLessThanOrEqual(lot);
          expect(end / total + 1e-13).toBeGreaterThan(lot);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("a state of thresholds", () => {
  const wide: LearnerSpec = {
    ...smallSpec,
    columns,
    hypotheses: {
      kind: "thresholds",
      version: 1,
      cuts: [
        { column: "a", from: "0", step: "0.01", count: 2_000_000 },
        { column: "b", from: "-1000", step: "1", count: 500_000, side: "above" },
      ],
    },
  };
  const some: Features[] = [
    ["3.005", "7"],
    ["15000", null],
    [null, "-1000.5"],
  ];

  function next(state: Exp2State): Exp2State {
    const { chances, fairnessWeight } = exp2.open(state, some, "");
    const numbers = { chances: chances.map(Number), fairnessWeight: Number(fairnessWeight) };
    return playRound(exp2, state, {
      ...{ people: some, decisions: [1, 0, 0], pairs: [{ high: 0, low: 1, weight: 1 }] },
      ...numbers,
    });
  }

  test("grows with the number of charged people, and is restored to the bit", () => {
    let state = exp2.init(wide);
    expect(state.rules.size).toBe(2 + 4_000_000 + 500_000);
    for (let t = 1; t <= 20; t += 1) state = next(state);
    const serialised = exp2.serialise(state);
    // Five intervals and the sum of all.
    expect(serialised.totals.length).toBeLessThanOrEqual(16 * 6);
    const back = exp2.restore(wide, serialised);
    expect(exp2.serialise(back)).toEqual(serialised);
    expect(exp2.open(back, some, "")).toEqual(exp2.open(state, some, ""));
    expect(serialised.head).toEqual({ learner: "exp2", t: 20, size: 4_500_002 });
    // A policy has the same size: runs between the cells of three people.
    expect(exp2.open(state, some, "").runs?.rule.length).toBeLessThanOrEqual(5);
  });

  test("is refused with sums that are of no interval, out of order or zero", () => {
    const fresh = exp2.init(wide);
    const serialised = exp2.serialise(fresh);
    const places = [
      [-1, 1],
      [0.5, 1],
      [2_500_003, 1],
      [3, 0],
      [3, Number.NaN],
      [3, 1, 3, 1],
      [4, 1, 3, 1],
      [3],
    ];
    for (const pairs of places) {
      const totals = new Uint8Array(Float64Array.from(pairs).buffer);
      refuses("snapshot-damaged", () => exp2.restore(wide, { ...serialised, totals }));
    }
    refuses("snapshot-damaged", () => exp2.restore(wide, { ...serialised, totals: new Uint8Array(12) }));
    const last = new Uint8Array(Float64Array.of(2_500_002, 1).buffer);
    expect(exp2.restore(wide, { ...serialised, totals: last }).totals.loss[1]).toBe(1);
  });

  test("is refused beyond the range of exact sums", () => {
    let state = exp2.init(wide);
    const { eta } = settingsAt(wide, state.rules.size, 1);
    const costly = (before: Exp2State) => ({
      ...before,
      totals: before.totals.plus(
        Array.from({ length: 256 }, () => ({ individual: ["1", null] as Features, cost: 2 ** 20 })),
      ),
    });
    state = costly(state) as Exp2State;
    expect(policyOf(state, eta, some).chances).toHaveLength(3);
    refuses("range", () => policyOf(costly(state) as Exp2State, eta, some));
  });
});

test("a draw skips a side without weight, and ends with the last cut of a run", () => {
  const policy = {
    cumulative: Float64Array.of(0, 0, 3, 7),
    all: 0,
    rule: Float64Array.of(2, 8),
    count: Float64Array.of(3, 2),
    side: Uint8Array.of(0, 0),
    low: Float64Array.of(0, 2),
    high: Float64Array.of(1, 0),
  };
  const at = (weight: number) => drawFromRuns(policy, Math.floor((weight / 7) * 2 ** 30) / 2 ** 30);
  expect([0, 0.9, 1.1, 2.9].map(at)).toEqual([3, 3, 5, 7]);
  expect([3.1, 4.9, 5.1, 6.9].map(at)).toEqual([8, 8, 10, 10]);
  expect(drawFromRuns(policy, 1 - 2 ** -53)).toBe(10);
});
