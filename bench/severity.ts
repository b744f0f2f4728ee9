/**
 * How often the 95 % intervals of the seats' severity cover the truth, on simulated panels: `npm run bench -- severity` (about half
 * a minute), `npm run bench -- severity STUDIES` for so many made-up studies a row (400). Two kinds of panels:
 *
 *   the model's own   seat s flags pair u with chance 1/(1 + e^-(β_s + θ_u)); θ has a part of the round and one of the pair
 *   distances         auditors of the simulation: weighted distances, one answer in ten turned round. They are no such model: the
 *                     truth is what the estimate comes to on very many rounds
 *
 * Three of ten answers are missing. Bias: how far the estimate lies from the truth on average, of the seat where it is largest; shares of 1.
 */
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { textTable } from "#server/cli/simulate/text-table.ts";
import { leastRounds, type Split, seatSeverities, splitsIn } from "#server/findings/severity.ts";

const studies = Number(process.argv[2] ?? 400);
const manyRounds = 20_000;
const severities = [-1, -0.4, 0, 0.5, 0.9];
const missing = 0.3;
const seats = severities.map((_, s) => `s${s + 1}`);

type Random = () => number;
type World = { readonly name: string; readonly round: (random: Random, pairs: number) => Split[] };

function randomOf(seed: number): Random {
  const generator = xoroshiro128plus(seed);
  return () => (generator.next() >>> 0) / 2 ** 32;
}

/** By Box and Muller. */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

const logistic = (value: number) => 1 / (1 + Math.exp(-value));

function answersOf(random: Random, flagChances: readonly number[]) {
  const answers = flagChances.map((chance) =>
    random() < missing ? null : random() < chance ? ("unfair" as const) : ("acceptable" as const),
  );
  return { answers };
}

const model: World = {
  name: "the model's own",
  round(random, pairs) {
    const ofRound = 0.7 * normal(random);
    const answered = Array.from({ length: pairs }, () => {
      const theta = ofRound + 1.2 * normal(random) - 0.5;
      return answersOf(
        random,
        severities.map((beta) => logistic(beta + theta)),
      );
    });
    return splitsIn(
      answered,
      seats.map((id) => ({ id })),
    );
  },
};

/** Of two fields each seat weighs the first one so much and the second one the rest. */
const weights = [0.1, 0.3, 0.5, 0.7, 0.9];
const wrong = 0.1;
const distances: World = {
  name: "distances",
  round(random, pairs) {
    const ofRound = 0.3 * random();
    const answered = Array.from({ length: pairs }, () => {
      const [first, second, gap] = [random(), random(), ofRound + 0.7 * random()];
      const flagChances = weights.map((weight, s) => {
        const flags = gap > 0.1 + (weight * first + (1 - weight) * second) * (0.7 + 0.1 * s);
        return flags ? 1 - wrong : wrong;
      });
      return answersOf(random, flagChances);
    });
    return splitsIn(
      answered,
      seats.map((id) => ({ id })),
    );
  },
};

function truthOf(world: World): number[] {
  if (world === model) {
    const mean = severities.reduce((sum, beta) => sum + beta, 0) / severities.length;
    return severities.map((beta) => logistic(beta - mean));
  }
  const random = randomOf(7);
  const rounds = Array.from({ length: manyRounds }, () => world.round(random, 20));
  return seatSeverities(rounds, seats).map(({ share }) => share ?? Number.NaN);
}

function coverageOf(world: World, truth: readonly number[], rounds: number, pairs: number) {
  const random = randomOf(1_000 * rounds + pairs);
  let covered = 0;
  let intervals = 0;
  let width = 0;
  const off = seats.map(() => 0);
  for (let study = 0; study < studies; study += 1) {
    const splits = Array.from({ length: rounds }, () => world.round(random, pairs));
    for (const [s, { share, interval }] of seatSeverities(splits, seats).entries()) {
      if (share === null || interval === null) continue;
      const real = truth[s] as number;
      intervals += 1;
      covered += Number(interval.low <= real && real <= interval.high);
      width += interval.high - interval.low;
      off[s] = (off[s] as number) + (share - real) / studies;
    }
  }
  return [
    ...[world.name, String(rounds), String(pairs), `${intervals} of ${studies * seats.length}`],
    ...[
      (covered / intervals).toFixed(3),
      (width / intervals).toFixed(3),
      Math.max(...off.map(Math.abs)).toFixed(4),
    ],
  ];
}

const rows = [model, distances].flatMap((world) => {
  const truth = truthOf(world);
  return [
    [leastRounds, 20],
    [20, 20],
    [50, 20],
    [100, 6],
    [200, 20],
  ].map(([rounds = 0, pairs = 0]) => coverageOf(world, truth, rounds, pairs));
});
console.log(textTable(["panel", "rounds", "pairs", "intervals", "coverage", "mean width", "bias"], rows));
console.log(`${studies} made-up studies a row, five seats; 0.95 is wanted.`);
