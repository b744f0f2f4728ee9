import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ChargedRound } from "#server/learner/interface/estimators.ts";
import {
  type Charge,
  type EstimatorSpec,
  outcomeCharges,
  roundCharges,
} from "#server/learner/interface/estimators.ts";
import type { OutcomeChange } from "#server/learner/interface/learner.ts";
import { bit, person, refuses } from "#tests/learner/fixtures.ts";
import { linearLoss, reduceWithMultiplicity } from "#tests/learner/reduction.ts";

type Bit = 0 | 1;

const known: EstimatorSpec = { mode: "known", rejectedHalves: "at-close" };
const paper: EstimatorSpec = { mode: "paper", rejectedHalves: "at-close" };
const knownLate: EstimatorSpec = { mode: "known", rejectedHalves: "when-settled" };

const people = [person(0), person(1), person(2)];

const round: ChargedRound = {
  people,
  chances: [0.8, 0.5, 0.25],
  decisions: [1, 0, 0],
  pairs: [{ high: 0, low: 2, weight: 1 }],
  fairnessWeight: 3,
};

const first: OutcomeChange = {
  individual: person(0),
  chance: 0.8,
  before: null,
  after: "no",
  settledRejected: [],
};

function costs(charges: readonly Charge[]): (string | number | null)[][] {
  return charges.map(({ individual, cost }) => [...individual, cost]);
}

describe("the charges of a round, by hand", () => {
  test("in mode known: -1/2 for the rejected, ±C/2 on the pair", () => {
    // x0: +3/2 · x1: -1/2 · x2: -1/2 - 3/2
    expect(costs(roundCharges(known, round))).toEqual([
      ["0", 1.5],
      ["1", -0.5],
      ["2", -2],
    ]);
  });

  test("in mode paper: each observed coordinate by its inverse chance", () => {
    // x0 selected as ρ1: 3/0.8 = 3.75 · x1: -1/(2 × 0.5) = -1 · x2: -1/(2 × 0.75) = -2/3, and as ρ2 rejected: -3/(2 × 0.75) = -2
    expect(costs(roundCharges(paper, round))).toEqual([
      ["0", 3 / 0.8],
      ["1", -1],
      ["2", -1 / 1.5 - 3 / 1.5],
    ]);
    // the other way round: ρ1 = x2 rejected: -3/(2 × 0.75) = -2; ρ2 = x0 selected: 0
    const turned = { ...round, pairs: [{ high: 2, low: 0, weight: 1 }] };
    expect(costs(roundCharges(paper, turned))).toEqual([
      ["1", -1],
      ["2", -1 / 1.5 - 3 / 1.5],
    ]);
  });

  test("share one unit among several pairs, the same in any order of the pairs", () => {
    const pairs = [
      { high: 0, low: 1, weight: 0.5 },
      { high: 0, low: 2, weight: 0.5 },
    ];
    // x0: 2 × 0.5 × 3/2 = 1.5 · x1: -0.5 - 0.75 · x2: -0.5 - 0.75
    const expected = [
      ["0", 1.5],
      ["1", -1.25],
      ["2", -1.25],
    ];
    expect(costs(roundCharges(known, { ...round, pairs }))).toEqual(expected);
    expect(costs(roundCharges(known, { ...round, pairs: pairs.toReversed() }))).toEqual(expected);
  });

  test("charge the rejected with the last outcome if they wait, unless no one was selected", () => {
    expect(costs(roundCharges(knownLate, { ...round, pairs: [] }))).toEqual([]);
    const noPick: ChargedRound = { ...round, pairs: [], decisions: [0, 0, 0] };
    expect(costs(roundCharges(knownLate, noPick))).toEqual([
      ["0", -0.5],
      ["1", -0.5],
      ["2", -0.5],
    ]);
  });

  test("have no pair terms without a violation", () => {
    expect(costs(roundCharges(paper, { ...round, pairs: [] }))).toEqual([
      ["1", -1],
      ["2", -1 / 1.5],
    ]);
  });
});

describe("the charges of an outcome, by hand", () => {
  test("are (1 - y)/p less the half in mode known, (1 - y)/p in mode paper", () => {
    expect(costs(outcomeCharges(known, first))).toEqual([["0", 0.75]]);
    expect(costs(outcomeCharges(known, { ...first, after: "yes" }))).toEqual([["0", -0.5]]);
    expect(costs(outcomeCharges(paper, first))).toEqual([["0", 1.25]]);
    expect(costs(outcomeCharges(paper, { ...first, after: "yes" }))).toEqual([]);
  });

  test("include the halves of the rejected if the round was waiting for them", () => {
    const settledRejected = [
      { individual: person(1), chance: 0.5 },
      { individual: person(2), chance: 0.25 },
    ];
    const last = { ...first, settledRejected };
    expect(costs(outcomeCharges(knownLate, last))).toEqual([
      ["0", 0.75],
      ["1", -0.5],
      ["2", -0.5],
    ]);
    const paperLate: EstimatorSpec = { mode: "paper", rejectedHalves: "when-settled" };
    expect(costs(outcomeCharges(paperLate, last))).toEqual([
      ["0", 1.25],
      ["1", -1],
      ["2", -1 / 1.5],
    ]);
    // A round may end its waiting with a loss.
    expect(costs(outcomeCharges(knownLate, { ...last, after: "lost" }))).toEqual([
      ["1", -0.5],
      ["2", -0.5],
    ]);
    // Already charged at the close.
    expect(costs(outcomeCharges(known, last))).toEqual([["0", 0.75]]);
  });

  test("of a correction are the new term less the old one", () => {
    expect(costs(outcomeCharges(known, { ...first, before: "yes", after: "no" }))).toEqual([["0", 1.25]]);
    expect(costs(outcomeCharges(known, { ...first, before: "no", after: "yes" }))).toEqual([["0", -1.25]]);
    expect(costs(outcomeCharges(known, { ...first, before: "no", after: "lost" }))).toEqual([["0", -0.75]]);
    expect(costs(outcomeCharges(known, { ...first, before: "lost", after: "yes" }))).toEqual([["0", -0.5]]);
  });

  test("of a lost outcome are empty", () => {
    expect(outcomeCharges(known, { ...first, after: "lost" })).toEqual([]);
  });

  test("end up equal after any sequence of corrections", () => {
    const word = fc.constantFrom("yes", "no", "lost" as const);
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 8 }),
        fc.constantFrom(known, paper),
        (words, spec) => {
          const path = words.filter((value, i) => i === 0 || value !== words[i - 1]);
          const total = path.reduce((sum, after, i) => {
            const before = path[i - 1] ?? null;
            return (
              sum + outcomeCharges(spec, { ...first, before, after }).reduce((s, { cost }) => s + cost, 0)
            );
          }, 0);
          const last = path.at(-1) ?? "lost";
          const direct = outcomeCharges(spec, { ...first, after: last }).reduce((s, { cost }) => s + cost, 0);
          expect(total).toBeCloseTo(direct, 12);
        },
      ),
    );
  });

  test("use the chance of the person's round: the current one gives a wrong estimate", () => {
    // 7 of 10 say no, so the true loss of accepting is 0.70; the person was selected with chance 0.3; today it is 0.9
    const expectation = (chance: number) => {
      const no = outcomeCharges(paper, { ...first, chance, after: "no" }).reduce(
        (sum, { cost }) => sum + cost,
        0,
      );
      return 0.3 * 0.7 * no;
    };
    expect(expectation(0.3)).toBeCloseTo(0.7, 12);
    expect(expectation(0.9)).toBeCloseTo(0.2333, 4);
  });
});

describe("the estimates are unbiased: every draw enumerated", () => {
  /** A class given by its decisions on k people, with weights, labels and at most one pair. */
  const instance = fc.integer({ min: 1, max: 4 }).chain((k) =>
    fc.record({
      labels: fc.array(bit, { minLength: k, maxLength: k }),
      rules: fc.array(fc.array(bit, { minLength: k, maxLength: k }), { minLength: 2, maxLength: 6 }),
      weights: fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 6, maxLength: 6 }),
      pair: fc.option(fc.tuple(fc.integer({ min: 0, max: k - 1 }), fc.integer({ min: 0, max: k - 1 }))),
      C: fc.integer({ min: 1, max: 5 }),
      late: fc.boolean(),
    }),
  );

  function play(spec: EstimatorSpec, closed: ChargedRound, labels: readonly Bit[]): Charge[] {
    const selected = closed.decisions.flatMap((decision, i) => (decision === 1 ? [i] : []));
    const rejected = closed.people
      .map((individual, i) => ({ individual, chance: closed.chances[i] ?? 0 }))
      .filter((_, i) => closed.decisions[i] === 0);
    return [
      ...roundCharges(spec, closed),
      ...selected.flatMap((i, nth) =>
        outcomeCharges(spec, {
          individual: closed.people[i] ?? [],
          chance: closed.chances[i] ?? 0,
          before: null,
          after: labels[i] === 1 ? "yes" : "no",
          settledRejected: nth === selected.length - 1 ? rejected : [],
        }),
      ),
    ];
  }

  test.each(["known", "paper"] as const)("in mode %s, against the literal construction", (mode) => {
    fc.assert(
      fc.property(instance, ({ labels, rules, weights, pair, C, late }) => {
        const spec: EstimatorSpec = { mode, rejectedHalves: late ? "when-settled" : "at-close" };
        const total = rules.reduce((sum, _, h) => sum + (weights[h] ?? 0), 0);
        const chances = labels.map((_, i) =>
          rules.reduce((sum, rule, h) => sum + ((weights[h] ?? 0) * (rule[i] ?? 0)) / total, 0),
        );
        // 1 - p must not be a rounding error for a person that every rule accepts.
        const exact = chances.map((p, i) => (rules.every((rule) => rule[i] === 1) ? 1 : p));
        const pairs =
          pair === null || pair[0] === pair[1] ? [] : [{ high: pair[0], low: pair[1], weight: 1 }];

        // The mean charge of each rule over all draws.
        const mean = rules.map(() => 0);
        rules.forEach((drawn, d) => {
          const closed: ChargedRound = {
            people: labels.map((_, i) => person(i)),
            chances: exact,
            decisions: drawn,
            pairs,
            fairnessWeight: C,
          };
          const charges = play(spec, closed, labels);
          rules.forEach((rule, h) => {
            const charged = charges.reduce(
              (sum, { individual, cost }) => sum + cost * (rule[Number(individual[0])] ?? 0),
              0,
            );
            mean[h] = (mean[h] ?? 0) + ((weights[d] ?? 0) / total) * charged;
          });
        });

        // The true value: <a_h, l> of Algorithm 3.
        const truth = rules.map((rule) => {
          const decided = pairs.map(({ high, low, weight }) => ({
            high: rule[high] ?? 0,
            low: rule[low] ?? 0,
            weight,
          }));
          return linearLoss(
            reduceWithMultiplicity({ decisions: rule, labels, pairs: decided, fairnessWeight: C }),
          );
        });
        for (const h of rules.keys()) {
          const estimated = (mean[h] ?? Number.NaN) - (mean[0] ?? Number.NaN);
          // A few hundred terms below 1,000 with relative errors of 2^-53.
          expect(estimated).toBeCloseTo((truth[h] ?? Number.NaN) - (truth[0] ?? Number.NaN), 9);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("and in mode paper equal, draw by draw, the sum over Algorithm 3's observed coordinates", () => {
    fc.assert(
      fc.property(instance, ({ labels, rules, weights, pair, C }) => {
        fc.pre(pair !== null && pair[0] !== pair[1]);
        const [high, low] = pair ?? [0, 0];
        const total = rules.reduce((sum, _, h) => sum + (weights[h] ?? 0), 0);
        const chances = labels.map((_, i) =>
          rules.every((rule) => rule[i] === 1)
            ? 1
            : rules.reduce((sum, rule, h) => sum + ((weights[h] ?? 0) * (rule[i] ?? 0)) / total, 0),
        );
        const reduced = rules.map((rule) =>
          reduceWithMultiplicity({
            decisions: rule,
            labels,
            pairs: [{ high: rule[high] ?? 0, low: rule[low] ?? 0, weight: 1 }],
            fairnessWeight: C,
          }),
        );
        const extended = [...chances, chances[high] ?? 0, chances[low] ?? 0];
        const observed = [...extended, ...extended.map((p) => 1 - p)];
        for (const [d, drawn] of rules.entries()) {
          const closed: ChargedRound = {
            people: labels.map((_, i) => person(i)),
            chances,
            decisions: drawn,
            pairs: [{ high, low, weight: 1 }],
            fairnessWeight: C,
          };
          const charges = play({ mode: "paper", rejectedHalves: "at-close" }, closed, labels);
          const estimates = rules.map((rule, h) => {
            const charged = charges.reduce(
              (sum, { individual, cost }) => sum + cost * (rule[Number(individual[0])] ?? 0),
              0,
            );
            const mine = reduced[h];
            const theirs = reduced[d];
            // Σ_i m_i l_i a_i(h) a_i(drawn) / Pr[a_i = 1]
            const literal = (mine?.loss ?? []).reduce((sum, l, i) => {
              const both = (mine?.action[i] ?? 0) * (theirs?.action[i] ?? 0);
              return both === 0
                ? sum
                : sum + ((mine?.multiplicity[i] ?? 0) * l) / (observed[i] ?? Number.NaN);
            }, 0);
            return { charged, literal };
          });
          const [zero] = estimates;
          for (const { charged, literal } of estimates) {
            expect(charged - (zero?.charged ?? 0)).toBeCloseTo(literal - (zero?.literal ?? 0), 9);
          }
        }
      }),
    );
  });
});

describe("the estimators refuse", () => {
  test("rounds with lists of different lengths or pairs outside the round", () => {
    refuses("shape", () => roundCharges(known, { ...round, chances: [0.5] }));
    refuses("shape", () => roundCharges(known, { ...round, decisions: [1] }));
    refuses("shape", () => roundCharges(known, { ...round, people: [], chances: [], decisions: [] }));
    for (const [high, low] of [
      [0, 3],
      [-1, 0],
      [1, 1],
      [0.5, 1],
    ] as [number, number][]) {
      refuses("shape", () => roundCharges(known, { ...round, pairs: [{ high, low, weight: 1 }] }));
    }
  });

  test("chances, weights and C out of range", () => {
    refuses("range", () => roundCharges(known, { ...round, chances: [0.8, 1.5, 0.25] }));
    refuses("range", () => roundCharges(known, { ...round, chances: [0, 0.5, 0.25] }));
    refuses("range", () => roundCharges(paper, { ...round, chances: [0.8, 1, 0.25] }));
    refuses("range", () => roundCharges(known, { ...round, pairs: [{ high: 0, low: 2, weight: 0.5 }] }));
    const below = { high: 0, low: 1, weight: -0.5 };
    refuses("range", () => roundCharges(known, { ...round, pairs: [below, ...round.pairs] }));
    refuses("range", () => roundCharges(known, { ...round, pairs: [{ high: 0, low: 2, weight: -1 }] }));
    refuses("range", () => roundCharges(known, { ...round, fairnessWeight: 0 }));
    refuses("range", () => roundCharges(known, { ...round, fairnessWeight: Number.NaN }));
    refuses("range", () => outcomeCharges(known, { ...first, chance: 0 }));
    refuses("range", () => outcomeCharges(known, { ...first, chance: Number.NaN }));
  });

  test.each([Number.NaN, 2, -1, undefined, null, "1"])("a decision of %s", (decision) => {
    refuses("range", () => roundCharges(known, { ...round, decisions: [1, decision as 0, 0] }));
  });

  test("a word that is not an outcome", () => {
    refuses("range", () => outcomeCharges(known, { ...first, after: "maybe" as "no" }));
    refuses("range", () => outcomeCharges(known, { ...first, before: "Yes" as "yes" }));
  });

  test("charges that are not finite", () => {
    refuses("not-finite", () => roundCharges(known, { ...round, fairnessWeight: Number.POSITIVE_INFINITY }));
    refuses("not-finite", () => outcomeCharges(known, { ...first, chance: Number.MIN_VALUE }));
  });

  test("two pairs in mode paper", () => {
    const pairs = [
      { high: 0, low: 1, weight: 0.5 },
      { high: 0, low: 2, weight: 0.5 },
    ];
    refuses("pair-rule-undefined", () => roundCharges(paper, { ...round, pairs }));
    // A skipped pair of weight 0 is not a second pair.
    const one = [{ high: 0, low: 1, weight: 0 }, ...round.pairs];
    expect(roundCharges(paper, { ...round, pairs: one })).toEqual(roundCharges(paper, round));
  });

  test("an outcome that changes nothing, and a correction that would settle a round", () => {
    refuses("outcome-unchanged", () => outcomeCharges(known, { ...first, before: "no" }));
    const settledRejected = [{ individual: person(1), chance: 0.5 }];
    refuses("shape", () => outcomeCharges(knownLate, { ...first, before: "yes", settledRejected }));
  });
});
