import type { Outputs } from "#server/http/outputs.ts";
import { runLimits } from "#server/schemas/simulation-choices.ts";

export type RunView = Outputs["simulations"]["read"]["runs"][number];

/** Columns that can be shown or hidden. The name and the state are always shown. */
export const runColumnNames = [
  "learner",
  "world",
  "rounds",
  "people",
  "difference",
  "flags",
  "played",
  "reports",
  "regret",
  "lagrangian",
  "regretBound",
  "reportsBound",
  "error",
  "made",
  "by",
] as const;
export type ColumnName = (typeof runColumnNames)[number];

const shownAtFirst: readonly ColumnName[] = ["learner", "rounds", "reports", "regret", "made"];

export const runMeasures = ["reports", "regret", "lagrangian"] as const;
export type RunMeasure = (typeof runMeasures)[number];

/** What the runs page shows, besides the state of its list. All of it is in the address too. */
export type RunsPageState = {
  readonly columns: readonly ColumnName[];
  readonly compared: readonly string[];
  readonly measure: RunMeasure;
  readonly isLog: boolean;
  /** Whether proven bounds are drawn. */
  readonly hasBounds: boolean;
  /** Whether the study itself is drawn next to its runs. */
  readonly isLive: boolean;
};

/** Reads the state from an address. Invalid values are ignored. */
export function readState(search: Pick<URLSearchParams, "get">): RunsPageState {
  const columns = search.get("columns")?.split(",");
  const compared = (search.get("compare") ?? "").split(",").filter(Boolean);
  return {
    columns: columns ? runColumnNames.filter((name) => columns.includes(name)) : shownAtFirst,
    compared: [...new Set(compared)].slice(0, runLimits.compared),
    measure: runMeasures.find((measure) => measure === search.get("measure")) ?? "reports",
    isLog: search.get("scale") === "log",
    hasBounds: search.get("bounds") === "yes",
    isLive: search.get("live") === "yes",
  };
}

/** Returns the query of an address with a state, of which it names only what differs from the defaults. */
export function runsSearch(search: string, state: RunsPageState): string {
  const columns = state.columns.join(",") || "none";
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries({
    columns: columns === shownAtFirst.join(",") ? "" : columns,
    compare: state.compared.join(","),
    measure: state.measure === "reports" ? "" : state.measure,
    scale: state.isLog ? "log" : "",
    bounds: state.hasBounds ? "yes" : "",
    live: state.isLive ? "yes" : "",
  })) {
    if (value === "") query.delete(name);
    else query.set(name, value);
  }
  return query.size === 0 ? "" : `?${query}`;
}
