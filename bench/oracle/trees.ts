import { textTable } from "#server/cli/simulate/text-table.ts";
import type { ClosedRound } from "#server/learner/contract/learner.ts";
import { exp2 } from "#server/learner/exp2.ts";
import { ftpl } from "#server/learner/ftpl.ts";
import { listDecisions } from "#server/learner/hypotheses/tree-numbers.ts";
import { fillNoise, laplaceStream } from "#server/learner/noise.ts";
import { argmin, type Oracle } from "#server/learner/oracles/oracle.ts";
import { openRandom, withRandom } from "#server/learner/simulation/randomness.ts";
import { DEFAULTS, LIMITS } from "#server/learner/spec/params.ts";
import type { Features, LearnerSpec } from "#server/learner/spec/spec.ts";

/** Eight number columns, each cut at so many places as the conditions need. */
const COLUMNS = 8;
const PEOPLE = 6;
const CALLS = 50;
/** Milliseconds. */
const WHILE = 200;

const cases = [
  { depth: 2, conditions: 8 },
  { depth: 2, conditions: 16 },
  { depth: 2, conditions: 29 },
  { depth: 2, conditions: 64 },
  { depth: 3, conditions: 4 },
  { depth: 3, conditions: 8 },
  { depth: 3, conditions: 16 },
  { depth: 3, conditions: 32 },
  { depth: 3, conditions: 64 },
] as const;

const columns = Array.from({ length: COLUMNS }, (_, c) => ({ name: `c${c}`, type: "number" as const }));

function specOf({ depth, conditions }: (typeof cases)[number]): LearnerSpec {
  return {
    learner: "ftpl",
    version: 1,
    kernel: DEFAULTS.kernel,
    mode: "known",
    columns,
    hypotheses: {
      kind: "trees",
      version: 1,
      depth,
      predicates: Array.from({ length: conditions }, (_, b) => ({
        column: `c${b % COLUMNS}`,
        test: "at-most" as const,
        value: String((1 + Math.floor(b / COLUMNS)) / (1 + Math.ceil(conditions / COLUMNS))),
      })),
    },
    roundSize: PEOPLE,
    horizon: 1_000,
    afterHorizon: "end",
    alpha: "0.2",
    eps: "0.1",
    fairnessMultiplier: "1",
    pairRule: DEFAULTS.pairRule,
    rejectedHalves: DEFAULTS.rejectedHalves,
    resampleCount: DEFAULTS.resampleCount,
  };
}

const { result: rounds } = withRandom(openRandom(1, "world"), (random) =>
  Array.from(
    { length: 20 },
    (): ClosedRound => ({
      people: Array.from({ length: PEOPLE }, () => columns.map(() => String(random.uniform()))),
      chances: Array.from({ length: PEOPLE }, () => 0.5),
      decisions: Array.from({ length: PEOPLE }, () => (random.uniform() < 0.5 ? 1 : 0)),
      pairs: [{ high: 0, low: 1, weight: 1 }],
      fairnessWeight: 1,
    }),
  ),
);

/** Milliseconds of this thread's processor for one go: the best of three times as many as fill a while, since its clock is coarse. */
function best(work: (go: number) => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < 3; time++) {
    const started = processorTime();
    let goes = 0;
    do {
      work(goes);
      goes += 1;
    } while (processorTime() - started < WHILE);
    least = Math.min(least, (processorTime() - started) / goes);
  }
  return least;
}

function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * The same search by going through the list, each tree's decision on each context looked up.
 *
 * @param pointOf the context as a text
 */
function listSearch(losses: Float64Array, contexts: number, depth: number, pointOf: (p: number) => string) {
  const decided = Array.from({ length: contexts }, (_, p) =>
    listDecisions(
      [...pointOf(p)].map((bit) => bit === "1"),
      depth,
    ),
  );
  return (noise: Float64Array) => {
    const sums = losses.slice();
    for (const [p, bits] of decided.entries()) {
      const z = noise[p] as number;
      for (let h = 0; h < sums.length; h++) if (bits[h] === 1) sums[h] = (sums[h] as number) + z;
    }
    return { found: argmin(sums), sums };
  };
}

function chargesOf(
  oracle: Oracle,
  people: readonly Features[],
  history: Float64Array,
  losses: Float64Array,
  bitsOf: (person: Features) => Uint8Array,
) {
  for (const [i, person] of people.entries()) {
    const cost = i % 2 === 0 ? 1 : -1.5;
    for (const cell of oracle.cells(person)) history[cell] = (history[cell] as number) + cost;
    for (const [h, bit] of bitsOf(person).entries()) losses[h] = (losses[h] as number) + cost * bit;
  }
}

/**
 * The oracle of trees beside a list of the same trees, and an opening of FTPL over them beside one of Exp2 over the list.
 *
 * @throws Error if a call finds a worse tree than the list has
 */
export function treeTable(): string {
  const rows = cases.map((each) => {
    const spec = specOf(each);
    const fresh = ftpl.init(spec);
    const { oracle, rules, settings } = fresh;
    const isListed = rules.size <= LIMITS.enumeratedRules;
    const history = new Float64Array(oracle.cellCount);
    const losses = new Float64Array(isListed ? rules.size : 0);
    const everybody = rounds.flatMap(({ people }) => people);
    chargesOf(oracle, everybody, history, losses, (person) =>
      isListed ? rules.bits(person) : new Uint8Array(),
    );
    const next = laplaceStream("0f".repeat(32), 0);
    const noises = Array.from({ length: CALLS }, () => {
      const noise = new Float64Array(rules.separator.size);
      fillNoise(noise, next, settings.noiseLength, settings.omega);
      return noise;
    });
    const spare = new Float64Array(rules.separator.size);
    const find = oracle.search(oracle.transformHistory(history));
    const found = noises.map((noise) => find(noise));
    const call = best((go) => find(noises[go % CALLS] as Float64Array));
    const drawing = best(() => fillNoise(spare, next, settings.noiseLength, settings.omega));
    let list: number | null = null;
    if (isListed) {
      const scan = listSearch(losses, rules.separator.size, each.depth, (p) => rules.separator.point(p));
      for (const [i, noise] of noises.entries()) {
        const { sums, found: listed } = scan(noise);
        const worse = (sums[found[i] as number] as number) - (sums[listed] as number);
        if (!(worse <= 1e-9 * Math.abs(sums[listed] as number))) throw new Error(`a tree worse by ${worse}`);
      }
      list = best((go) => scan(noises[go % CALLS] as Float64Array));
    }
    const drawn = rounds.reduce((state, round) => ftpl.applyRound(state, round), fresh);
    const [first] = rounds;
    const people = first?.people ?? [];
    const ours = best((go) => ftpl.open(drawn, people, "123456789".charAt(go % 9).repeat(64)));
    const { resampleCount, ...shared } = spec;
    let theirs: number | null = null;
    if (isListed) {
      const known = rounds.reduce(
        (state, round) => exp2.applyRound(state, round),
        exp2.init({ ...shared, learner: "exp2" }),
      );
      exp2.open(known, people, "");
      theirs = best(() => exp2.open(known, people, ""));
    }
    const shown = (value: number | null, digits: number) => (value === null ? "-" : value.toFixed(digits));
    return [
      String(each.depth),
      String(each.conditions),
      rules.size < 1e7 ? rules.size.toLocaleString("en-GB") : rules.size.toExponential(1),
      rules.separator.size.toLocaleString("en-GB"),
      call.toFixed(4),
      drawing.toFixed(4),
      shown(list, 2),
      shown(list === null ? null : list / call, 0),
      ours.toFixed(0),
      shown(theirs, 2),
      shown(theirs === null ? null : ours / theirs, 0),
    ];
  });
  const header = [
    "depth",
    "n",
    "N",
    "s",
    "ms a call",
    "ms its noise",
    "ms by the list",
    "list / call",
    "ms opening, R = 1000",
    "ms Exp2 opening",
    "FTPL / Exp2",
  ];
  return textTable(header, rows);
}
