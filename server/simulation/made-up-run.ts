import type { SimulationSettings } from "#server/schemas/runs.ts";
import type { AuditorSpec } from "#server/simulation/engine/auditors.ts";
import type { ConfigInput } from "./config.ts";

/** Points of a run's course that are kept. */
const seriesPoints = 60;

/** What the auditors of the made-up world weigh, in turn. */
const weighed = [{ east: 0.6 }, { north: 0.6 }, { east: 0.4, north: 0.4 }] as const;

/**
 * The auditors of m seats: three kinds in turn, each later three weighing a tenth less, so that no two are the same.
 *
 * @param seats m, 1..15
 * @param wrong so many of 100 verdicts are turned round
 */
function madeUpAuditors(seats: number, wrong: number): AuditorSpec[] {
  return Array.from({ length: seats }, (_, seat) => {
    const share = 1 - Math.floor(seat / weighed.length) / 10;
    const entries = Object.entries(weighed[seat % weighed.length] ?? {});
    const weights = Object.fromEntries(
      entries.map(([column, weight]) => [column, Number((weight * share).toFixed(3))]),
    );
    return { kind: "distance", weights, ...(wrong > 0 && { wrong: wrong / 100 }) };
  });
}

function seedsOf({ firstSeed, seeds }: SimulationSettings): number[] {
  return Array.from({ length: seeds }, (_, place) => firstSeed + place);
}

/** The plan of a simulation as `npm run simulate` knows it. */
export function configOf(settings: SimulationSettings): ConfigInput {
  const { environment: text, ...given } = settings;
  const [kind, value] = text.split(":");
  const environment =
    kind === "drift"
      ? { kind, period: Number(value) }
      : kind === "flip"
        ? { kind, at: Number(value) }
        : { kind };
  return {
    world: { kind: "made-up", types: given.types, rules: given.rules, seed: given.worldSeed },
    environment: environment as NonNullable<ConfigInput["environment"]>,
    panel: {
      auditors: madeUpAuditors(given.seats, given.wrong),
      rule: `${given.neededFlags}/${given.seats}`,
    },
    learners: [given.learner],
    roundSize: given.people,
    alpha: given.alpha,
    horizons: [given.rounds],
    seeds: seedsOf(settings),
    series: seriesPoints,
  };
}

/** The same plan as the options of `npm run simulate`. */
export function argumentsOf(settings: SimulationSettings): string[] {
  const { learner, rounds, people, alpha, seats, neededFlags, wrong } = settings;
  const { types, rules, worldSeed, environment } = settings;
  const options: Readonly<Record<string, string | number>> = {
    "--learners": learner,
    "--rounds": rounds,
    // The comma says which seeds, not how many.
    "--seeds": `${seedsOf(settings).join(",")},`,
    "--people": people,
    "--alpha": alpha,
    "--rule": `${neededFlags}/${seats}`,
    "--auditors": JSON.stringify(madeUpAuditors(seats, wrong)),
    "--environment": environment,
    "--types": types,
    "--rules": rules,
    "--world-seed": worldSeed,
    "--series": seriesPoints,
  };
  return Object.entries(options).flatMap(([name, value]) => [name, String(value)]);
}
