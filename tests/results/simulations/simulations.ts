import type { SimulationSettings } from "#server/schemas/simulations.ts";

/** A very short simulation. */
export const small: SimulationSettings = {
  learner: "guarded",
  rounds: 30,
  people: 4,
  alphaPoints: "20",
  seats: 4,
  neededFlags: 2,
  ...{ kind: "share", seat: "", weights: "", first: "", second: "", each: "" },
  wrong: 5,
  ...{
    selection: "everyone",
    members: 12,
    groupShare: 50,
    groupSeats: 1,
    arrivals: "as-they-come",
    candidates: 8,
    openRounds: 1,
  },
  types: 8,
  rules: 12,
  worldSeed: 7,
  environment: "flip:0.5",
  firstSeed: 3,
  seeds: 2,
};

/** A simulation that runs longer than any test. */
export const long: SimulationSettings = {
  ...small,
  learner: "default",
  rounds: 20_000,
  people: 20,
  types: 50,
  rules: 500,
  seats: 15,
  seeds: 5,
};
