import fc from "fast-check";
import { expect, test } from "vitest";
import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import { eligiblePairs, pairsInEffect } from "#server/learner/panel/panel.ts";
import {
  bestRule,
  errorCosts,
  FAIR_TOLERANCE,
  fairComparators,
  lagrangianCosts,
} from "#server/simulation/engine/comparator.ts";
import { openLedger } from "#server/simulation/engine/ledger.ts";
import { errorLoss, lagrangianLoss } from "#server/simulation/engine/loss.ts";
import { addRound, NO_ROUNDS, regrets } from "#server/simulation/engine/metrics.ts";
import type { PlayedRound } from "#server/simulation/engine/played-round.ts";
import type { RunSpec } from "#server/simulation/engine/run-spec.ts";
import { loadSolver } from "#server/solver/highs.ts";
import { refuses } from "#tests/learner/fixtures.ts";
import { playAll, smallRun } from "./small-run.ts";
import { leastByVertices } from "./vertices.ts";

const solve = await loadSolver();

function ledgerOf(spec: RunSpec, rounds: readonly PlayedRound[]) {
  const rules = hypothesisClass(spec.learner.columns, spec.learner.hypotheses);
  const ledger = openLedger(rules);
  for (const round of rounds) ledger.add(round);
  return { rules, ledger };
}

const slack = 0.05;

test("the comparator equals brute force over all vertices of tiny classes", () => {
  const bits = fc.array(fc.constantFrom(0, 1), { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(
      fc.array(bits, { minLength: 1, maxLength: 2 }),
      fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 })), {
        minLength: 3,
        maxLength: 3,
      }),
      fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 6, maxLength: 6 }),
      (rules, counts, tenths) => {
        const decisions = [[0, 0, 0], [1, 1, 1], ...rules];
        const contexts = counts.map(([yes, no], a) => ({
          bits: Uint8Array.from(decisions, (rule) => rule[a] ?? 0),
          yes,
          no,
          charge: 0,
        }));
        const ordered = [0, 1, 2].flatMap((i) =>
          [0, 1, 2].filter((l) => l !== i).map((l) => [i, l] as const),
        );
        const pairs = ordered.map(([high, low], n) => ({ high, low, distance: (tenths[n] ?? 0) / 10 }));
        const found = fairComparators({ contexts, pairs: () => pairs }, slack, solve).least(errorCosts);
        const costs = decisions.map((rule) =>
          contexts.reduce((total, { yes, no }, a) => total + (rule[a] === 1 ? no : yes), 0),
        );
        const rows = pairs.map(({ high, low, distance }) => ({
          a: decisions.map((rule) => (rule[high] ?? 0) - (rule[low] ?? 0)),
          b: distance + slack,
        }));
        expect(found.loss).toBeCloseTo(leastByVertices(costs, rows), 6);
        expect(found.excess).toBeLessThanOrEqual(FAIR_TOLERANCE);
      },
    ),
    { numRuns: 60 },
  );
});

test("by hand: two contexts, a gap of at most 0.3, costs that favour a large gap", () => {
  // Rules none, all, and one that accepts a only. 10 yes at a, 10 no at b. pi(a) - pi(b) <= 0.25 + 0.05.
  // Errors 10 (1 - pi(a)) + 10 pi(b) = 10 - 10 gap: 7 at the largest fair gap, 0 without fairness.
  const contexts = [
    { bits: Uint8Array.of(0, 1, 1), yes: 10, no: 0, charge: 0 },
    { bits: Uint8Array.of(0, 1, 0), yes: 0, no: 10, charge: 0 },
  ];
  const pairs = [{ high: 0, low: 1, distance: 0.25 }];
  const found = fairComparators({ contexts, pairs: () => pairs }, slack, solve).least(errorCosts);
  expect(found.loss).toBeCloseTo(7, 9);
  expect((found.policy[0] ?? 0) - (found.policy[1] ?? 0)).toBeCloseTo(0.3, 9);
  expect(bestRule(contexts, errorCosts)).toEqual({ loss: 0, hypothesis: 2 });
});

test("a played comparator has no (alpha - eps, gamma)-violation in any round, and its losses are the ledger's", () => {
  const spec: RunSpec = {
    ...smallRun,
    panel: {
      auditors: [...smallRun.panel.auditors, { kind: "silent" }],
      selection: { how: "by-lot", size: 3 },
    },
  };
  const rounds = playAll(spec, 300);
  const { rules, ledger } = ledgerOf(spec, rounds);
  const fair = fairComparators(ledger, slack, solve);
  for (const costs of [errorCosts, lagrangianCosts]) {
    const { support, loss } = fair.least(costs);
    let total = 0;
    for (const round of rounds) {
      const policy = round.people.map((person) =>
        support.reduce((sum, { hypothesis, weight }) => sum + weight * rules.evaluate(hypothesis, person), 0),
      );
      const k = policy.length;
      policy.forEach((high, i) => {
        policy.forEach((low, l) => {
          expect(high - low).toBeLessThanOrEqual((round.pivotal[i * k + l] ?? 0) + slack + FAIR_TOLERANCE);
        });
      });
      const within = policy.map((chance) => Math.min(1, chance));
      total +=
        costs === errorCosts
          ? errorLoss(within, round.labels)
          : lagrangianLoss(within, round.labels, pairsInEffect(round.violations), round.fairnessWeight);
    }
    expect(loss).toBeCloseTo(total, 6);
  }
});

test.each(["known", "paper"] as const)("Lemma 4.3 holds for played runs in mode %s", (mode) => {
  for (const seed of [1, 2, 3]) {
    const pairRule = mode === "paper" ? ("largest-gap" as const) : ("average" as const);
    const learner = { ...smallRun.learner, mode, pairRule };
    const spec: RunSpec = { ...smallRun, seed, learner, environment: { kind: "blocks" } };
    const rounds = playAll(spec, 300);
    const { ledger } = ledgerOf(spec, rounds);
    const sums = rounds.reduce(addRound, NO_ROUNDS);
    const found = regrets(sums, ledger, fairComparators(ledger, slack, solve), 0.05);
    expect(found.lemmaLeft).toBeLessThanOrEqual(found.lagrangian + 1e-6);
    expect(found.unfair).toBe(rounds.filter(({ violations }) => violations.length > 0).length);
    // Every rule is a policy, and every fair policy is a policy.
    expect(found.errorToBestRule).toBeGreaterThanOrEqual(found.error - 1e-6);
  }
});

test("an auditor who judged only one pair restricts the comparator only on that pair", () => {
  const strict = { kind: "distance" as const, weights: {} };
  const spec: RunSpec = { ...smallRun, panel: { auditors: [{ ...strict, looksAt: 1 }] } };
  const rounds = playAll(spec, 50);
  for (const round of rounds) {
    const [first] = eligiblePairs(round.chances, "0.1");
    const k = round.people.length;
    round.people.forEach((_, i) => {
      round.people.forEach((_, l) => {
        if (i === l) return;
        const looked = first?.[0] === i && first[1] === l;
        expect(round.pivotal[i * k + l]).toBe(looked ? 0 : 1);
      });
    });
  }
});

test("solutions that are not a policy, and negative slacks, are refused", () => {
  const contexts = [{ bits: Uint8Array.of(0, 1), yes: 1, no: 0, charge: 0 }];
  const ledger = { contexts, pairs: () => [] };
  for (const answer of [[0.5, 0.4], [1.5, -0.5], [Number.NaN, 1], []]) {
    refuses("solver-failed", () =>
      fairComparators(ledger, 0, () => ({ values: answer, prices: [] })).least(errorCosts),
    );
  }
  const breaks = () => {
    throw new Error("out of memory");
  };
  refuses("solver-failed", () => fairComparators(ledger, 0, breaks).least(errorCosts));
  refuses("range", () => fairComparators(ledger, -0.1, solve));
  refuses("shape", () => fairComparators({ contexts: [], pairs: () => [] }, 0, solve).least(errorCosts));
});

test("HiGHS refuses a program without a solution", () => {
  const impossible = { indices: [0], values: [1], lower: 2, upper: 1 };
  expect(() => solve({ costs: new Float64Array([1]), rows: [impossible] })).toThrow(/HiGHS/);
});

test("the comparators' data are merged by equal answers, and refused above the memory limit", () => {
  const listed = smallRun.learner.hypotheses;
  if (listed.kind !== "explicit") throw new Error("the world lists its rules");
  const predicates = listed.rules
    .slice(0, 3)
    .flatMap((rule) =>
      "column" in rule ? [{ column: rule.column, test: "is" as const, value: rule.accepts }] : [],
    );
  const hypotheses = { kind: "parities", version: 1, predicates } as const;
  const spec = { ...smallRun, learner: { ...smallRun.learner, hypotheses } };
  const rounds = playAll(spec, 20);
  const { rules, ledger } = ledgerOf(spec, rounds);
  const people = new Set(
    rounds.flatMap((round) => round.people.map((person) => rules.bits(person).join(""))),
  );
  expect(ledger.contexts.map(({ bits }) => bits.join(""))).toEqual([...people]);
  const small = openLedger(rules, undefined, rules.size * (people.size - 1));
  refuses("class-too-large", () => {
    for (const round of rounds) small.add(round);
  });
});
