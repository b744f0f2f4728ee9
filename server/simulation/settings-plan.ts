import type { SimulationSettings } from "#server/schemas/simulations.ts";
import type { AuditorSpec } from "#server/simulation/engine/auditors.ts";
import type { SweepInput } from "./plan.ts";

/** The number of points of a run's course that are kept. */
const seriesPoints = 60;

/** What the auditors of the synthetic world weigh, in turn. */
const weighed = [{ east: 0.6 }, { north: 0.6 }, { east: 0.4, north: 0.4 }] as const;

/**
 * Returns the auditors of m seats: three kinds in turn, each later three weighing a tenth less, so that no two are
 * equal.
 *
 * @param seats m, 1..15
 * @param wrong how many of 100 verdicts are reversed
 */
function syntheticAuditors(seats: number, wrong: number): AuditorSpec[] {
  return Array.from({ length: seats }, (_, seat) => {
    const share = 1 - Math.floor(seat / weighed.length) / 10;
    const entries = Object.entries(weighed[seat % weighed.length] ?? {});
    const weights = Object.fromEntries(
      entries.map(([column, weight]) => [column, Number((weight * share).toFixed(3))]),
    );
    return { kind: "distance", weights, ...(wrong > 0 && { wrong: wrong / 100 }) };
  });
}

/** Returns the plan of the settings in the form of the page. */
export function planOfSettings(settings: SimulationSettings): SweepInput {
  const { environment: text, ...given } = settings;
  const [kind, value] = text.split(":");
  const environment =
    kind === "drift"
      ? { kind, period: Number(value) }
      : kind === "flip"
        ? { kind, at: Number(value) }
        : { kind };
  return {
    world: { kind: "synthetic", types: given.types, rules: given.rules, seed: given.worldSeed },
    environment: environment as NonNullable<SweepInput["environment"]>,
    panel: {
      auditors: syntheticAuditors(given.seats, given.wrong),
      rule: `${given.neededFlags}/${given.seats}`,
    },
    learners: [given.learner],
    roundSize: given.people,
    alpha: given.alpha,
    horizons: [given.rounds],
    seeds: Array.from({ length: given.seeds }, (_, place) => given.firstSeed + place),
    series: seriesPoints,
  };
}
