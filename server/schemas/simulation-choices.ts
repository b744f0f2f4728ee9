/** The limits of a study's simulations, including how many runs are kept; the page names the same numbers. */
export const runLimits = {
  /** Runs that a study keeps. */
  kept: 100,
  /** Runs that are compared at once. */
  compared: 8,
  /** T. */
  rounds: 20_000,
  /** T times the number of seeds. */
  allRounds: 100_000,
  seeds: 10,
  people: 20,
  types: 50,
  rules: 500,
  seats: 15,
  /** Members of the pool. */
  members: 200,
  /** Panels that are compared in a round, where they are chosen for most reports. */
  panels: 5_000,
  /** People among whom those of a round are chosen. */
  candidates: 40,
  /** Groups of candidates that are compared in a round. */
  groups: 200,
  /** Rounds open at once. */
  openRounds: 20,
  /** Minutes that a simulation may take. */
  minutes: 60,
  /** Minutes for which a removed run can be brought back. */
  undo: 10,
  /** Bytes stored for one run, for its settings and its result each. */
  bytes: 5_000_000,
} as const;

/** Learners by their names in `npm run simulate`. */
export const simulatedLearners = [
  "guarded",
  "guarded-one-rule",
  "guarded-uniform",
  "default",
  "anytime",
  "ix",
  "paper",
  "no-fairness",
  "ftpl",
  "ftpl-paper",
] as const;

/** How people and labels are generated, in the notation of `npm run simulate`. */
export const simulatedEnvironments = ["iid", "drift:100", "flip:0.5", "blocks", "against"] as const;

/** How the panel of a round is chosen. */
export const panelChoices = [
  "everyone",
  "by-lot",
  "stratified",
  "rotation",
  "most-reports",
  "widest-report",
] as const;

/** How the people of a round are chosen. */
export const peopleChoices = ["as-they-come", "most-reports", "most-errors"] as const;
