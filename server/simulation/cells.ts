import { createHash } from "node:crypto";
import type { PanelRule } from "#server/learner/config/spec.ts";
import { panelRuleText } from "#server/learner/panel/panel-rule-words.ts";
import type { EnvironmentSpec } from "#server/simulation/engine/environments.ts";
import type { RunSpec } from "#server/simulation/engine/play.ts";
import type { Config, LearnerChoice } from "./config.ts";
import { learnerSpec } from "./learner-spec.ts";
import type { World } from "./world.ts";

/** One run of the plan: a learner, T, a seed and a panel's rule. */
export type Cell = {
  /** A hash of everything that its numbers depend on. */
  readonly key: string;
  readonly learner: string;
  readonly horizon: number;
  readonly seed: number;
  /** The rule in the form of panelRuleText. */
  readonly rule: string;
  readonly run: RunSpec;
  /** The number of points of its course that are kept; none if absent. */
  readonly series?: number;
};

/** Raised whenever the same plan would give different numbers. */
const RESULT_VERSION = 3;

/** Returns all cells, in the order of the results: learner, rule, T, seed. */
export function planCells(config: Config, world: World): Cell[] {
  const rules = config.frontier?.closedLoop === true ? config.frontier.rules : [config.panel.rule];
  return config.learners.flatMap((choice) =>
    rules.flatMap((rule) =>
      config.horizons.flatMap((horizon) =>
        config.seeds.map((seed) => cellOf(config, world, choice, { rule, horizon, seed })),
      ),
    ),
  );
}

function cellOf(
  config: Config,
  world: World,
  choice: LearnerChoice,
  { rule, horizon, seed }: { rule: PanelRule; horizon: number; seed: number },
): Cell {
  const { seats, auditors } = config.panel;
  const run: RunSpec = {
    learner: learnerSpec(config, world, choice, horizon),
    rule,
    population: world.population,
    environment: environmentSpec(config.environment, horizon),
    panel: { auditors, ...(seats === undefined ? {} : { seats }) },
    outcomes: config.outcomes,
    seed,
    hearsPanel: choice.hearsPanel,
  };
  // a file's rows are identified by its hash, wherever the file is; what was made of them by the configuration
  const { population: _, ...rest } = run;
  const source = { ...config.world, file: world.identity };
  const { series } = config;
  const asked = series === undefined ? {} : { series };
  const identity = [
    ...[RESULT_VERSION, source, config.frontier ?? null, horizon, choice.name, rest],
    ...Object.values(asked),
  ];
  const key = createHash("sha256").update(JSON.stringify(identity)).digest("hex").slice(0, 16);
  return { key, learner: choice.name, horizon, seed, rule: panelRuleText(rule), run, ...asked };
}

function environmentSpec(environment: Config["environment"], horizon: number): EnvironmentSpec {
  return environment.kind === "flip"
    ? { kind: "flip", after: Math.floor(environment.at * horizon) }
    : environment;
}
