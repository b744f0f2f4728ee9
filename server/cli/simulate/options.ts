import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { givenPath } from "#server/platform/process/given-path.ts";
import { parsePlan, type SimulationPlan, SimulationRefusal } from "#server/simulation/plan.ts";

export type Options = {
  readonly plan: SimulationPlan;
  readonly out: string;
  readonly isQuiet: boolean;
};

const options = {
  out: { type: "string" },
  learners: { type: "string" },
  rounds: { type: "string" },
  seeds: { type: "string" },
  people: { type: "string" },
  alpha: { type: "string" },
  eps: { type: "string" },
  rule: { type: "string" },
  selection: { type: "string" },
  environment: { type: "string" },
  candidates: { type: "string" },
  "open-rounds": { type: "string" },
  delay: { type: "string" },
  lost: { type: "string" },
  frontier: { type: "string" },
  "closed-loop": { type: "boolean" },
  types: { type: "string" },
  rules: { type: "string" },
  "world-seed": { type: "string" },
  file: { type: "string" },
  "rules-file": { type: "string" },
  features: { type: "string" },
  show: { type: "string" },
  outcome: { type: "string" },
  yes: { type: "string" },
  no: { type: "string" },
  majority: { type: "string" },
  "at-least": { type: "string" },
  cuts: { type: "string" },
  trees: { type: "string" },
  scores: { type: "string" },
  "score-range": { type: "string" },
  weights: { type: "string", multiple: true },
  auditors: { type: "string" },
  series: { type: "string" },
  quiet: { type: "boolean" },
  help: { type: "boolean" },
} as const;

/** Default number of cut points of a number feature: the deciles. */
const CUTS = "9";

type Values = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>["values"];
type Raw = Record<string, unknown>;

/**
 * Reads the command line and the file that it names.
 *
 * @returns undefined if help was requested
 * @throws SimulationRefusal
 */
export function readOptions(args: readonly string[]): Options | undefined {
  const { values, positionals } = parse(args);
  if (values.help === true) return undefined;
  if (positionals.length > 1)
    throw new SimulationRefusal(`one plan at a time, found ${positionals.join(", ")}`);
  const base = positionals[0] === undefined ? {} : readJson(positionals[0]);
  return {
    plan: parsePlan(withValues(base, values)),
    out: values.out ?? "simulation-results",
    isQuiet: values.quiet === true,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (cause) {
    throw new SimulationRefusal(`${cause instanceof Error ? cause.message : String(cause)} (see --help)`, {
      cause,
    });
  }
}

/** @param file or the JSON itself */
function readJson(file: string): Raw {
  let value: unknown;
  try {
    value = JSON.parse(file.startsWith("{") ? file : readFileSync(givenPath(file), "utf8"));
  } catch (cause) {
    throw new SimulationRefusal(`${file}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new SimulationRefusal(`${file} holds no object`);
  }
  return { ...value };
}

/** Combines the plan of the file and of the options; it is checked afterwards. */
function withValues(base: Raw, values: Values): Raw {
  const world = withKind({ ...(base.world as Raw | undefined), ...worldValues(values) });
  const panel = { ...(base.panel as Raw | undefined), ...panelValues(values) };
  const outcomes = { ...(base.outcomes as Raw | undefined), ...outcomeValues(values) };
  return {
    ...base,
    ...(Object.keys(world).length > 0 ? { world } : {}),
    ...(Object.keys(panel).length > 0
      ? { panel: world.kind === "draft" ? panel : withDefaultPanel(panel) }
      : {}),
    ...(Object.keys(outcomes).length > 0 ? { outcomes } : {}),
    ...given("environment", values.environment, environmentOf),
    ...given("candidates", values.candidates, (text) => {
      const [aim, count] = text.split(":");
      return { aim, count: number(count ?? "") };
    }),
    ...given("openRounds", values["open-rounds"], number),
    ...given("learners", values.learners, (text) =>
      text.startsWith("[") ? jsonOf("--learners", text) : list(text),
    ),
    ...given("horizons", values.rounds, (text) => list(text).map(number)),
    ...given("seeds", values.seeds, seedsOf),
    ...given("roundSize", values.people, number),
    ...given("alpha", values.alpha, String),
    ...given("eps", values.eps, String),
    ...given("series", values.series, number),
    ...given("frontier", values.frontier, (text) => ({
      rules: text.startsWith("[") ? jsonOf("--frontier", text) : list(text),
      closedLoop: values["closed-loop"] === true,
    })),
  };
}

/** Returns only the values that were given: a file's path alone overrides that of the plan. */
function worldValues(values: Values): Raw {
  const shown = [...list(values.show ?? ""), ...list(values.scores ?? "")];
  return {
    ...given("types", values.types, number),
    ...given("rules", values.rules, number),
    ...given("seed", values["world-seed"], number),
    ...given("file", values.file, String),
    ...given("rulesFile", values["rules-file"], String),
    ...given("features", values.features, list),
    ...(shown.length > 0 ? { shown } : {}),
    ...given("outcome", values.outcome, (column) => ({
      column,
      yes: list(values.yes ?? ""),
      no: list(values.no ?? ""),
    })),
    ...given("outcome", values.majority, (columns) => ({
      majority: list(columns),
      atLeast: number(values["at-least"] ?? ""),
    })),
    ...given("rules", values.cuts ?? values.trees, () => ({
      kind: "quantile-cuts",
      count: number(values.cuts ?? CUTS),
      ...given("depth", values.trees, number),
    })),
  };
}

function panelValues(values: Values): Raw {
  const scores = list(values.scores ?? "").map((column) => ({
    kind: "score",
    column,
    range: number(values["score-range"] ?? ""),
  }));
  const weighted = (values.weights ?? []).map((text) => ({
    kind: "distance",
    weights: jsonOf("--weights", text),
  }));
  const auditors = [...scores, ...weighted];
  return {
    ...(auditors.length > 0 ? { auditors } : {}),
    ...given("auditors", values.auditors, (text) => jsonOf("--auditors", text)),
    ...given("rule", values.rule, ruleOf),
    ...given("selection", values.selection, (text) => {
      const [how, size] = text.split(":");
      return { how, size: number(size ?? "") };
    }),
  };
}

/** Adds the kind to a world given by options; thresholds at the deciles unless the rules are given. */
function withKind(world: Raw): Raw {
  if (Object.keys(world).length === 0 || world.kind !== undefined) return world;
  if (world.file === undefined) return { kind: "synthetic", ...world };
  return { kind: "file", rules: { kind: "quantile-cuts", count: number(CUTS) }, ...world };
}

/** Completes a panel that is given in part: by default the simulated world's auditors, and two in three. */
function withDefaultPanel(panel: Raw): Raw {
  const weights = [{ east: 0.6 }, { north: 0.6 }, { east: 0.4, north: 0.4 }];
  return { auditors: weights.map((each) => ({ kind: "distance", weights: each })), rule: "2/3", ...panel };
}

function outcomeValues(values: Values): Raw {
  const delayOf = (text: string) => {
    const [, mean] = /^mean:(.*)$/.exec(text) ?? [];
    if (mean !== undefined) return { kind: "geometric", mean: number(mean) };
    return number(text) === 0 ? { kind: "none" } : { kind: "fixed", rounds: number(text) };
  };
  return { ...given("delay", values.delay, delayOf), ...given("lostShare", values.lost, number) };
}

function environmentOf(text: string): Raw {
  const [kind = "", value] = text.split(":");
  if (kind === "drift") return { kind, period: number(value ?? "") };
  if (kind === "flip") return value === undefined ? { kind } : { kind, at: number(value) };
  return { kind };
}

function given<T>(key: string, text: string | undefined, read: (text: string) => T): Raw {
  return text === undefined ? {} : { [key]: read(text) };
}

function list(text: string): string[] {
  return text === "" ? [] : text.split(",").map((part) => part.trim());
}

/** Parses a number. Other text stays as it is, so that the schema's error names it and its place. */
function number(text: string): number | string {
  return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(text.trim()) ? Number(text) : text;
}

/** Parses seeds: "5" means five of them; "3,7" and "7," mean these. */
function seedsOf(text: string): unknown {
  return text.includes(",") ? list(text.replace(/,$/, "")).map(number) : number(text);
}

/** Parses a panel rule: "2/3", or a rule in JSON. */
function ruleOf(text: string): unknown {
  return text.startsWith("{") ? jsonOf("--rule", text) : text;
}

function jsonOf(option: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new SimulationRefusal(`${option}: ${JSON.stringify(text)} is no JSON`, { cause });
  }
}
