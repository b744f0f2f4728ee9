import { createHash } from "node:crypto";
import { decisionOfSeats, openedRule } from "#server/audit-log/decision-rule.ts";
import type { StudySettings } from "#server/audit-log/entries.ts";
import type { Features, LearnerSpec, PanelRule } from "#server/learner/config/spec.ts";
import { panelRuleText } from "#server/learner/panel/panel-rule-words.ts";
import type { AuditorSpec } from "#server/simulation/engine/auditors.ts";
import type { EnvironmentSpec } from "#server/simulation/engine/environments.ts";
import type { RunSpec } from "#server/simulation/engine/run-spec.ts";
import { learnerSpec } from "./learner-spec.ts";
import type { DraftPlan, SimulationPlan, SweepPlan } from "./plan.ts";
import { openingRounds } from "./series.ts";
import type { World } from "./world.ts";

/** One run of a plan: a learner, T, a seed and a panel's rule. */
export type Cell = {
  /** A hash of everything that its numbers depend on. */
  readonly key: string;
  /** The name of the learner, or of the draft's setting. */
  readonly learner: string;
  readonly horizon: number;
  readonly seed: number;
  /** The rule in the form of panelRuleText. */
  readonly rule: string;
  readonly run: RunSpec;
  /** The number of points of its course that are kept; none if absent. */
  readonly series?: number;
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
type Turn = Pick<Cell, "learner" | "horizon" | "seed" | "docket"> & {
  readonly rule: PanelRule;
  readonly auditors: readonly AuditorSpec[];
  readonly hearsPanel: boolean;
  readonly spec: (world: World) => LearnerSpec;
};

/** Returns all cells, in the order of the results: learner or setting, rule, T, seed. */
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

function turnsOf(plan: SimulationPlan): Turn[] {
  return "settings" in plan ? settingTurns(plan) : sweepTurns(plan);
}

function sweepTurns(plan: SweepPlan): Turn[] {
  const rules = plan.frontier?.closedLoop === true ? plan.frontier.rules : [plan.panel.rule];
  return plan.learners.flatMap((choice) =>
    rules.flatMap((rule) =>
      plan.horizons.flatMap((horizon) =>
        plan.seeds.map((seed) => ({
          ...{ learner: choice.name, horizon, seed, rule, hearsPanel: choice.hearsPanel },
          auditors: plan.panel.auditors,
          spec: (world) => learnerSpec(plan, world, choice, horizon),
        })),
      ),
    ),
  );
}

function settingTurns(plan: DraftPlan): Turn[] {
  return plan.settings.flatMap(({ name, rounds, learner, docket, auditors = plan.panel.auditors, ...how }) =>
    plan.seeds.map((seed) => ({
      ...{ learner: name, horizon: rounds, seed, docket, hearsPanel: true },
      auditors,
      rule: ruleOf(how, plan.panel.selection?.size ?? auditors.length),
      spec: ({ population: { kinds } }) => ({
        ...learner,
        roundSize: Math.min(learner.roundSize, kinds.length),
      }),
    })),
  );
}

/** @throws Error if the rule needs more or other seats than there are, which a draft is checked for */
function ruleOf(how: Parameters<typeof decisionOfSeats>[0], seatCount: number): PanelRule {
  const decision = decisionOfSeats(how, seatCount);
  if (decision === undefined) throw new Error("a rule that its panel cannot meet");
  return openedRule(decision);
}

function cellOf(plan: SimulationPlan, world: World, turn: Turn): Cell {
  const { learner, horizon, seed, rule, hearsPanel, docket, auditors } = turn;
  const { selection } = plan.panel;
  const candidates = "candidates" in plan ? plan.candidates : undefined;
  const { population, examples } = world;
  const run: RunSpec = {
    learner: turn.spec(world),
    rule,
    population,
    environment: environmentSpec(plan.environment, horizon),
    ...(candidates && { candidates }),
    panel: { auditors, ...(selection && { selection }) },
    outcomes: plan.outcomes,
    ...("openRounds" in plan && { openRounds: plan.openRounds }),
    seed,
    hearsPanel,
  };
  // A file's rows are identified by its hash, wherever the file is; what was made of them by the plan.
  const { population: _, ...rest } = run;
  const source = { ...plan.world, file: world.identity, rulesFile: undefined };
  const frontier = "frontier" in plan ? (plan.frontier ?? null) : null;
  const { series } = plan;
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

function environmentSpec(environment: SimulationPlan["environment"], horizon: number): EnvironmentSpec {
  return environment.kind === "flip"
    ? { kind: "flip", after: Math.floor(environment.at * horizon) }
    : environment;
}
