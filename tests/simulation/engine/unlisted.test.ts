import { expect, test } from "vitest";
import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import type { Features, HypothesisSpec, LearnerSpec } from "#server/learner/config/spec.ts";
import { exp2 } from "#server/learner/exp2/exp2.ts";
import { ftpl } from "#server/learner/ftpl/ftpl.ts";
import { guarded } from "#server/learner/guarded/learner.ts";
import { openRandom, withRandom } from "#server/learner/numeric/randomness.ts";
import { oracleOf } from "#server/learner/oracles/catalogue.ts";
import {
  bestRule,
  errorCosts,
  FAIR_TOLERANCE,
  fairComparators,
  lagrangianCosts,
} from "#server/simulation/engine/comparator.ts";
import { openLedger } from "#server/simulation/engine/ledger.ts";
import { addRound, NO_ROUNDS, regrets } from "#server/simulation/engine/metrics.ts";
import { searchOf } from "#server/simulation/engine/rule-search.ts";
import type { RunSpec } from "#server/simulation/engine/run-spec.ts";
import { loadSolver } from "#server/solver/highs.ts";
import type { SolveProgram } from "#server/solver/programs.ts";
import { answerColumns, answering, predicates } from "#tests/learner/class-fixtures.ts";
import { guardedSpec, playRound, refuses } from "#tests/learner/fixtures.ts";
import { playAll, smallRun } from "./small-run.ts";

const solve = await loadSolver();

const slack = 0.05;

/** 24 kinds of people whose label mostly equals q0 if q1, else q2. */
const { result: kinds } = withRandom(openRandom(5, "world"), (random) =>
  Array.from({ length: 24 }, () => {
    const answers = random.below(256);
    const isGood = (answers >> ((answers >> 1) & 1 ? 0 : 2)) & 1;
    return {
      features: answering(answers),
      shown: [String(random.uniform()), String(random.uniform())],
      weight: 1,
      labelChance: isGood ? 0.85 : 0.15,
    };
  }),
);

function runOf(count: number, depth: 2 | 3, settings: Partial<LearnerSpec>): RunSpec {
  const hypotheses: HypothesisSpec = { kind: "trees", version: 1, predicates: predicates(count), depth };
  const learner = { ...smallRun.learner, columns: answerColumns, hypotheses, ...settings };
  const shownColumns = smallRun.population.shownColumns;
  return { ...smallRun, learner, population: { columns: answerColumns, shownColumns, kinds } };
}

/** Few rounds and a small R, which do not affect what is tested. */
const drawing: Partial<LearnerSpec> = {
  learner: "ftpl",
  horizon: 40,
  resampleCount: 50,
  omegaMultiplier: "16",
};

test("generated rules give the same comparator as a list of all rules", () => {
  const spec = runOf(5, 2, {});
  const rounds = playAll(spec, 150);
  const rules = hypothesisClass(spec.learner.columns, spec.learner.hypotheses);
  const ledger = openLedger(rules);
  const met = new Map<string, Features>();
  for (const round of rounds) {
    ledger.add(round);
    for (const person of round.people) {
      const key = rules.bits(person).join("");
      if (!met.has(key)) met.set(key, person);
    }
  }
  const people = ledger.contexts.map(({ bits }) => met.get(bits.join("")) ?? []);
  const oracle = oracleOf(spec.learner.columns, spec.learner.hypotheses, rules);
  const search = searchOf(rules, oracle, people);
  const listed = fairComparators(ledger, slack, solve);
  const generated = fairComparators({ ...ledger, search }, slack, solve);
  for (const costs of [errorCosts, lagrangianCosts]) {
    const [one, other] = [listed.least(costs), generated.least(costs)];
    expect(other.loss).toBeCloseTo(one.loss, 4);
    expect(other.excess).toBeLessThanOrEqual(FAIR_TOLERANCE);
    // More than one rule, so that prices had an effect.
    expect(other.support.length).toBeGreaterThan(1);
    expect(bestRule(ledger.contexts, costs, search).loss).toBeCloseTo(
      bestRule(ledger.contexts, costs).loss,
      9,
    );
  }
});

test("a search finds the least rule first, then others close to it, each once", () => {
  const { columns, hypotheses } = runOf(4, 2, {}).learner;
  const rules = hypothesisClass(columns, hypotheses);
  const people = Array.from({ length: 16 }, (_, answers) => answering(answers));
  const costs = Float64Array.from(people, (_, a) => ((7 * a) % 11) - 5);
  const lossOf = (decisions: Uint8Array) =>
    costs.reduce((sum, cost, a) => sum + cost * (decisions[a] ?? 0), 0);
  const [least, ...near] = searchOf(rules, oracleOf(columns, hypotheses, rules), people)(costs, 40);
  const bits = people.map((person) => rules.bits(person));
  const losses = Array.from({ length: rules.size }, (_, h) =>
    lossOf(Uint8Array.from(bits, (bit) => bit[h] ?? 0)),
  );
  expect(least.hypothesis).toBe(losses.indexOf(Math.min(...losses)));
  expect(near.length).toBeGreaterThan(2);
  const numbers = [least, ...near].map(({ hypothesis }) => hypothesis);
  expect(new Set(numbers).size).toBe(numbers.length);
  for (const { hypothesis, decisions } of near) {
    expect([...decisions]).toEqual(bits.map((bit) => bit[hypothesis]));
    expect(lossOf(decisions)).toBeGreaterThanOrEqual(lossOf(least.decisions));
  }
});

test("prices that would add a rule twice are refused", () => {
  const { columns, hypotheses } = runOf(4, 2, {}).learner;
  const rules = hypothesisClass(columns, hypotheses);
  const search = searchOf(rules, oracleOf(columns, hypotheses, rules), [answering(0)]);
  const contexts = [{ bits: new Uint8Array(), yes: 3, no: 1, charge: 0 }];
  const wrong: SolveProgram = ({ costs }) => ({
    values: [...costs].map((_, g) => (g === 0 ? 1 : 0)),
    prices: [9],
  });
  const fair = fairComparators({ contexts, pairs: () => [], search }, slack, wrong);
  refuses("solver-failed", () => fair.least(errorCosts));
});

test("FTPL plays unlisted trees reproducibly, and is compared with the best fair policy", () => {
  const spec = runOf(8, 3, drawing);
  const rules = hypothesisClass(spec.learner.columns, spec.learner.hypotheses);
  expect(rules.size).toBeGreaterThan(1e7);
  const rounds = playAll(spec, 40);
  expect(playAll(spec, 40)).toEqual(rounds);
  for (const { chances } of rounds) {
    for (const chance of chances) expect(String(Math.round(50 * Number(chance)) / 50)).toBe(chance);
  }
  const oracle = oracleOf(spec.learner.columns, spec.learner.hypotheses, rules);
  const ledger = openLedger(rules, oracle);
  for (const round of rounds) ledger.add(round);
  // People that two of the eight answers distinguish are two contexts.
  expect(ledger.contexts.length).toBe(
    new Set(rounds.flatMap(({ people }) => people.map((x) => x.join()))).size,
  );
  const sums = rounds.reduce(addRound, NO_ROUNDS);
  const found = regrets(sums, ledger, fairComparators(ledger, slack, solve), 0.05);
  expect(found.bestRuleError).toBeLessThanOrEqual(found.comparatorError + 1e-6);
  expect(found.comparatorError).toBeLessThan(sums.error);
  expect(found.lemmaLeft).toBeLessThanOrEqual(found.lagrangian + 1e-6);
  refuses("shape", () => openLedger(rules));
});

test("a state of such a class is restored unchanged, and only FTPL accepts the class", () => {
  const { learner: spec } = runOf(8, 3, drawing);
  const people = kinds.slice(0, 3).map(({ features }) => features);
  const round = { people, chances: [0.5, 0.25, 0.75], decisions: [1, 0, 1] as const, fairnessWeight: 1 };
  const state = playRound(ftpl, ftpl.init(spec), { ...round, pairs: [{ high: 2, low: 1, weight: 1 }] });
  const again = ftpl.restore(spec, ftpl.serialise(state));
  const seed = "7c".repeat(32);
  expect(ftpl.open(again, people, seed)).toEqual(ftpl.open(state, people, seed));
  expect(again.loss).toEqual(state.loss);

  const { resampleCount, omegaMultiplier, ...shared } = spec;
  refuses("class-unlisted", () => exp2.init({ ...shared, learner: "exp2" }));
  const { columns, hypotheses } = spec;
  refuses("class-unlisted", () => guarded.init({ ...guardedSpec, columns, hypotheses }));
});
