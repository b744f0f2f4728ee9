import { createHash } from "node:crypto";
import type { StudySettings } from "#server/audit-log/entries.ts";
import type { Features, LearnerSpec, PanelRule } from "#server/learner/config/spec.ts";
import type { LearnerState } from "#server/learner/learners.ts";
import { panelRuleText } from "#server/learner/panel/panel-rule-words.ts";
import type { EnvironmentSpec } from "#server/simulation/engine/environments.ts";
import type { RunSpec } from "#server/simulation/engine/run-spec.ts";
import { learnerSpec } from "./learner-spec.ts";
import type { SimulationPlan } from "./plan.ts";
import { openingRounds } from "./series.ts";
import type { World } from "./world.ts";

/** One run of a plan: a learner, T, a seed and a panel's rule. */
export type Cell = {
  /** A hash of everything that its numbers depend on. */
  readonly key: string;
  /** The name of the learner in the plan. */
  readonly learner: string;
  readonly horizon: number;
  readonly seed: number;
  /** The rule in the form of panelRuleText. */
  readonly rule: string;
  readonly run: RunSpec;
  /** The number of points of its course that are kept; none if absent. */
  readonly series?: number;
  /** The learner's state at the first round; absent: as it starts. */
  readonly state?: LearnerState;
  /** What a round asks of auditors, as in a study; absent: every pair, in the same order for all. */
  readonly docket?: Docket;
  /** People whose chances are taken, and the rounds at whose openings. */
  readonly examples?: {
    readonly places: readonly number[];
    readonly people: readonly Features[];
    readonly rounds: readonly number[];
  };
  /** Whether regrets are measured. Not for a draft: its class can be too large for the linear program. */
  readonly hasRegret: boolean;
};

type Docket = StudySettings["presentation"]["docket"];

/** Changes whenever the same plan would give different numbers. */
const RESULT_VERSION = 6;

/** A cell whose world is not known yet. */
type Turn = {
  readonly choice: SimulationPlan["learners"][number];
  readonly rule: PanelRule;
  readonly horizon: number;
  readonly seed: number;
};

/** Returns all cells, in the order of the results: learner, rule, T, seed. */
export function planCells(plan: SimulationPlan, world: World): Cell[] {
  return turnsOf(plan).map((turn) => cellOf(plan, world, turn));
}

/** Returns one cell, by its place in the order of `planCells`. */
export function cellAt(plan: SimulationPlan, world: World, place: number): Cell {
  const turn = turnsOf(plan)[place];
  if (turn === undefined) throw new Error(`a plan without cell ${place}`);
  return cellOf(plan, world, turn);
}

/** Returns the number of rounds of each cell, in the order of `planCells`. */
export function cellRounds(plan: SimulationPlan): number[] {
  return turnsOf(plan).map(({ horizon }) => horizon);
}

function turnsOf({ learners, frontier, panel, horizons, seeds }: SimulationPlan): Turn[] {
  return learners.flatMap((choice) => {
    const own = "spec" in choice ? choice.rule : panel.rule;
    const rules = frontier?.closedLoop === true ? frontier.rules : [own];
    return rules.flatMap((rule) =>
      horizons.flatMap((horizon) => seeds.map((seed) => ({ choice, rule, horizon, seed }))),
    );
  });
}

function cellOf(plan: SimulationPlan, world: World, { choice, rule, horizon, seed }: Turn): Cell {
  const { series, candidates, frontier = null } = plan;
  const { selection } = plan.panel;
  const { population, examples } = world;
  const { name: learner } = choice;
  const { docket, auditors = plan.panel.auditors } = "spec" in choice ? choice : {};
  const run: RunSpec = {
    learner: specOf(plan, world, choice, horizon),
    rule,
    population,
    environment: environmentSpec(plan.environment, horizon),
    ...(candidates && { candidates }),
    panel: { auditors, ...(selection && { selection }) },
    outcomes: plan.outcomes,
    openRounds: plan.openRounds,
    seed,
    hearsPanel: "spec" in choice || choice.hearsPanel,
  };
  // A file's rows are identified by its hash, wherever the file is; what was made of them by the plan.
  const { population: _, ...rest } = run;
  const source = { ...plan.world, file: world.identity, rulesFile: undefined };
  const asked = { ...(series !== undefined && { series }), ...(docket !== undefined && { docket }) };
  const identity = [RESULT_VERSION, source, frontier, horizon, learner, rest, asked];
  const key = createHash("sha256").update(JSON.stringify(identity)).digest("hex").slice(0, 16);
  return {
    ...{ key, learner, horizon, seed, rule: panelRuleText(rule), run, ...asked },
    ...(examples && {
      examples: {
        places: examples.map(({ place }) => place),
        people: examples.map(({ cells }) => cells),
        rounds: openingRounds(horizon),
      },
    }),
    hasRegret: plan.world.kind !== "draft",
  };
}

function specOf(plan: SimulationPlan, world: World, choice: Turn["choice"], horizon: number): LearnerSpec {
  if (!("spec" in choice)) return learnerSpec(plan, world, choice, horizon);
  const { spec } = choice;
  return { ...spec, roundSize: Math.min(spec.roundSize, world.population.kinds.length) };
}

function environmentSpec(environment: SimulationPlan["environment"], horizon: number): EnvironmentSpec {
  return environment.kind === "flip"
    ? { kind: "flip", after: Math.floor(environment.at * horizon) }
    : environment;
}
