/**
 * FTPL against Exp2 where a class is large: `npm run bench -- oracle [predicates] [rounds] [people]` (16, 1000, 6).
 * Parities and monotone conjunctions over n yes/no questions, N = 1 + 2^n rules. 48 made-up kinds of people, whose labels
 * follow one rule of the class and are wrong one time in ten; two of three auditors with weighted distances make a violation;
 * alpha 0.2, eps 0.1. All learners meet the same people, labels and auditors from the same seed. Times are processor time of
 * the one thread; a round is timed as a whole: opening, panel, draw and update. About four minutes with n = 16.
 *
 * Then decision trees, whose oracle lists none, beside a list of them; `npm run bench -- oracle trees` prints only these.
 */

import { textTable } from "#server/cli/simulate/text-table.ts";
import { hypothesisClass } from "#server/learner/hypotheses/catalogue.ts";
import { fillNoise, laplaceStream } from "#server/learner/noise.ts";
import { parseNumber } from "#server/learner/numbers/decimal.ts";
import { log } from "#server/learner/numbers/math.ts";
import type { Oracle } from "#server/learner/oracles/oracle.ts";
import { fairComparators } from "#server/learner/simulation/comparator.ts";
import { openLedger } from "#server/learner/simulation/ledger.ts";
import { addRound, NO_ROUNDS, regrets } from "#server/learner/simulation/metrics.ts";
import { PROMPT } from "#server/learner/simulation/outcomes.ts";
import { bindRun, type RunSpec, type RunState } from "#server/learner/simulation/play.ts";
import type { Population } from "#server/learner/simulation/population.ts";
import { openRandom, withRandom } from "#server/learner/simulation/randomness.ts";
import { DEFAULTS } from "#server/learner/spec/params.ts";
import type { Column, LearnerSpec } from "#server/learner/spec/spec.ts";
import { loadSolver } from "#server/simulation/solver.ts";
import { treeTable } from "./oracle/trees.ts";

const isTreesOnly = process.argv[2] === "trees";
const [predicates = 16, rounds = 1_000, people = 6] = isTreesOnly ? [] : process.argv.slice(2).map(Number);
const SEED = 1;
const KINDS = 48;
const WRONG_LABELS = 0.1;
const TIMED_TRANSFORMS = 100;
const TIMED_SEARCHES = 10_000;
const ALPHA = "0.2";
const EPS = "0.1";

const columns = Array.from(
  { length: predicates },
  (_, b): Column => ({ name: `q${b + 1}`, type: "category" }),
);
const questions = columns.map(({ name }) => ({ column: name, test: "is", value: "yes" }) as const);

/** How often a question is answered yes: conjunctions of a few questions are then neither rare nor sure. */
const classes = [
  { kind: "parities", yes: 0.5 },
  { kind: "conjunctions", yes: 0.8 },
] as const;
/** The catalogue number of the rule that labels follow: 1 + the set of the first three questions. */
const TARGET = 1 + 0b111;

const learners = [
  { name: "exp2", settings: {} },
  { name: "ftpl", settings: { learner: "ftpl", resampleCount: DEFAULTS.resampleCount } },
  {
    name: "ftpl x16",
    settings: {
      learner: "ftpl",
      resampleCount: DEFAULTS.resampleCount,
      omegaMultiplier: DEFAULTS.heuristicOmegaMultiplier,
    },
  },
  { name: "exp2 paper", settings: { mode: "paper", pairRule: DEFAULTS.paperPairRule } },
  { name: "ftpl paper", settings: { learner: "ftpl", mode: "paper", pairRule: DEFAULTS.paperPairRule } },
] as const;

function populationOf({ kind, yes }: (typeof classes)[number]): Population {
  const rules = hypothesisClass(columns, { kind, version: 1, predicates: questions });
  const { result: kinds } = withRandom(openRandom(SEED, "world"), (random) =>
    Array.from({ length: KINDS }, () => {
      const features = questions.map(() => (random.uniform() < yes ? "yes" : "no"));
      return {
        features,
        shown: [String(random.uniform()), String(random.uniform())],
        weight: 1,
        labelChance: rules.evaluate(TARGET, features) === 1 ? 1 - WRONG_LABELS : WRONG_LABELS,
      };
    }),
  );
  const shownColumns = ["east", "north"].map((name): Column => ({ name, type: "number" }));
  return { columns, shownColumns, kinds };
}

function runSpec(kind: (typeof classes)[number], settings: Partial<LearnerSpec>): RunSpec {
  return {
    learner: {
      learner: "exp2",
      version: 1,
      kernel: DEFAULTS.kernel,
      mode: "known",
      columns,
      hypotheses: { kind: kind.kind, version: 1, predicates: questions },
      roundSize: people,
      horizon: rounds,
      afterHorizon: "end",
      alpha: ALPHA,
      eps: EPS,
      fairnessMultiplier: DEFAULTS.fairnessMultiplier,
      pairRule: DEFAULTS.pairRule,
      rejectedHalves: DEFAULTS.rejectedHalves,
      ...settings,
    },
    rule: { kind: "share", gamma: { numerator: 2, denominator: 3 } },
    population: populationOf(kind),
    environment: { kind: "iid" },
    panel: {
      auditors: [{ east: 0.6 }, { north: 0.6 }, { east: 0.4, north: 0.4 }].map((weights) => ({
        kind: "distance" as const,
        weights,
      })),
    },
    outcomes: PROMPT,
    seed: SEED,
    hearsPanel: true,
  };
}

/** Processor time of this thread: whatever else runs on the machine does not count. */
function milliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

type Calls = { transforms: number; searches: number };

/** The same oracle, which counts how often it works. */
function counted(oracle: Oracle, calls: Calls): Oracle {
  return {
    ...oracle,
    transformHistory(history) {
      calls.transforms += 1;
      return oracle.transformHistory(history);
    },
    search(totals) {
      const find = oracle.search(totals);
      return (noise) => {
        calls.searches += 1;
        return find(noise);
      };
    },
  };
}

/** Milliseconds of one transform of the last history, and of one call that adds noise only. */
function oracleTimes({
  learner,
}: RunState): { readonly transform: number; readonly search: number } | undefined {
  if (!("oracle" in learner)) return undefined;
  const { oracle, rules, settings } = learner;
  const history = learner.loss;
  const started = milliseconds();
  for (let i = 0; i < TIMED_TRANSFORMS; i++) oracle.transformHistory(history);
  const transformed = milliseconds();
  const find = oracle.search(oracle.transformHistory(history));
  const next = laplaceStream("0f".repeat(32), 0);
  const noise = new Float64Array(rules.separator.size);
  const searching = milliseconds();
  for (let i = 0; i < TIMED_SEARCHES; i++) {
    fillNoise(noise, next, settings.noiseLength, settings.omega);
    find(noise);
  }
  return {
    transform: (transformed - started) / TIMED_TRANSFORMS,
    search: (milliseconds() - searching) / TIMED_SEARCHES,
  };
}

function watched(state: RunState, calls: Calls): RunState {
  const { learner } = state;
  return "oracle" in learner
    ? { ...state, learner: { ...learner, oracle: counted(learner.oracle, calls) } }
    : state;
}

const solve = await loadSolver();
const header = [
  [
    "class",
    "learner",
    "R",
    "ms a round",
    "p95",
    "x Exp2",
    "transforms",
    "ms each",
    "noise-only calls",
    "ms each",
  ],
  ["V", "error", "comparator", "error regret", "scaled", "Lagrangian regret"],
].flat();
const rows: string[][] = [];
for (const kind of isTreesOnly ? [] : classes) {
  /** Mean milliseconds by mode, of Exp2. */
  const reference = new Map<string, number>();
  for (const { name, settings } of learners) {
    const spec = runSpec(kind, settings);
    const rules = hypothesisClass(spec.learner.columns, spec.learner.hypotheses);
    const run = bindRun(spec);
    const calls: Calls = { transforms: 0, searches: 0 };
    const ledger = openLedger(rules);
    let state = watched(run.start(), calls);
    let sums = NO_ROUNDS;
    const times: number[] = [];
    while (sums.rounds < rounds) {
      const started = milliseconds();
      const played = run.play(state);
      times.push(milliseconds() - started);
      state = played.state;
      sums = addRound(sums, played.round);
      ledger.add(played.round);
      if (process.stderr.isTTY)
        process.stderr.write(`\r\u001b[K${kind.kind}, ${name}: ${sums.rounds} of ${rounds}`);
    }
    const mean = times.reduce((total, time) => total + time, 0) / rounds;
    const p95 = times.toSorted((a, b) => a - b)[Math.ceil(0.95 * rounds) - 1] ?? Number.NaN;
    const { mode } = spec.learner;
    if (spec.learner.learner === "exp2") reference.set(mode, mean);
    const eps = parseNumber(EPS);
    const found = regrets(sums, ledger, fairComparators(ledger, parseNumber(ALPHA) - eps, solve), eps);
    const counts = { ...calls };
    const each = oracleTimes(state);
    rows.push([
      kind.kind,
      name,
      "oracle" in state.learner ? String(state.learner.settings.resampleCount) : "-",
      mean.toFixed(2),
      p95.toFixed(2),
      (mean / (reference.get(mode) ?? Number.NaN)).toFixed(2),
      String(counts.transforms),
      each?.transform.toFixed(3) ?? "-",
      String(counts.searches),
      each?.search.toFixed(4) ?? "-",
      String(sums.violatingRounds),
      (sums.error / sums.people).toFixed(4),
      (found.comparatorError / sums.people).toFixed(4),
      found.error.toFixed(1),
      (found.error / (people * Math.sqrt(rounds * log(rules.size)))).toFixed(3),
      found.lagrangian.toFixed(1),
    ]);
  }
}
if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
const seconds = (milliseconds() / 1000).toFixed(0);
if (!isTreesOnly) {
  console.log(
    `n = ${predicates}, N = ${1 + 2 ** predicates}, T = ${rounds}, k = ${people}, seed ${SEED}, ${seconds} s\n`,
  );
  console.log(textTable(header, rows));
  console.log(
    "x Exp2: mean time over that of Exp2 in the same mode. V: violating rounds. Errors per person; regrets against the best policy\n" +
      "that is fair in every round; scaled: divided by k sqrt(T ln N). ms after a count: one such call on the last round's history,\n" +
      "the drawing of its noise included.",
  );
}
console.log(`\n${treeTable()}`);
console.log(
  "s: contexts. A call: the best tree for a history and given noise; by the list: the same, every tree's decision on every context\n" +
    "looked up. Openings are of 6 people after 20 rounds; that of FTPL draws its noise too.",
);
