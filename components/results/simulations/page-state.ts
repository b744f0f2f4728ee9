import { hasWords, sortedBy } from "#components/ui/list/arrange.ts";
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
export type SortName = ColumnName | "name";

const shownAtFirst: readonly ColumnName[] = ["learner", "rounds", "reports", "regret", "made"];

export const runMeasures = ["reports", "regret", "lagrangian"] as const;
export type RunMeasure = (typeof runMeasures)[number];

/** State of the runs page. All of it is in the address, so that it can be saved and shared. */
export type RunsPageState = {
  readonly text: string;
  readonly learner: string;
  readonly world: string;
  readonly sort: SortName;
  readonly isDescending: boolean;
  readonly columns: readonly ColumnName[];
  readonly compared: readonly string[];
  readonly measure: RunMeasure;
  readonly isLog: boolean;
  /** Whether proven bounds are drawn. */
  readonly hasBounds: boolean;
  /** Whether the study itself is drawn next to its runs. */
  readonly isLive: boolean;
};

const isColumn = (name: string): name is ColumnName => runColumnNames.some((each) => each === name);
const isSort = (name: string): name is SortName => name === "name" || isColumn(name);

/** Reads the state from an address. Invalid values are ignored. */
export function readState(search: Pick<URLSearchParams, "get">): RunsPageState {
  const sorted = search.get("sort") ?? "";
  const sort = sorted.replace(/^-/, "");
  const columns = search.get("columns");
  return {
    text: (search.get("text") ?? "").slice(0, 200),
    learner: search.get("learner") ?? "",
    world: search.get("world") ?? "",
    sort: isSort(sort) ? sort : "made",
    isDescending: isSort(sort) ? sorted.startsWith("-") : true,
    columns:
      columns === null ? shownAtFirst : runColumnNames.filter((name) => columns.split(",").includes(name)),
    compared: [...new Set((search.get("compare") ?? "").split(",").filter(Boolean))].slice(
      0,
      runLimits.compared,
    ),
    measure: runMeasures.find((measure) => measure === search.get("measure")) ?? "reports",
    isLog: search.get("scale") === "log",
    hasBounds: search.get("bounds") === "yes",
    isLive: search.get("live") === "yes",
  };
}

/** Builds the address of a state, with only the values that differ from the defaults. */
export function runsSearch(state: RunsPageState): string {
  const search = new URLSearchParams();
  const say = (name: string, value: string, isSaid = value !== "") => {
    if (isSaid) search.set(name, value);
  };
  say("text", state.text);
  say("learner", state.learner);
  say("world", state.world);
  say("sort", `${state.isDescending ? "-" : ""}${state.sort}`, state.sort !== "made" || !state.isDescending);
  say("columns", state.columns.join(","), state.columns.join(",") !== shownAtFirst.join(","));
  say("compare", state.compared.join(","));
  say("measure", state.measure, state.measure !== "reports");
  say("scale", "log", state.isLog);
  say("bounds", "yes", state.hasBounds);
  say("live", "yes", state.isLive);
  return search.size === 0 ? "" : `?${search}`;
}

/** Filters and sorts the runs. Runs without a value come last in either direction. */
export function chosenRuns(runs: readonly RunView[], state: RunsPageState): RunView[] {
  const { text, learner, world, sort, isDescending } = state;
  const fitting = runs.filter((run) => {
    const { about } = run;
    if (learner !== "" && about.learner !== learner) return false;
    if (world !== "" && about.world !== world) return false;
    return hasWords(`${run.name} ${about.learner} ${about.world} ${run.madeBy}`, text);
  });
  return sortedBy(fitting, (run) => sortValue(run, sort), isDescending);
}

/** Returns the value by which a column is sorted. */
function sortValue({ name, about, figures, createdAt, madeBy }: RunView, sort: SortName) {
  const values: Record<SortName, string | number | null> = {
    name,
    learner: about.learner,
    world: about.world,
    rounds: about.rounds,
    people: about.people,
    difference: Number(about.alpha),
    flags: about.neededFlags === null ? null : about.neededFlags / about.seats,
    played: about.runs,
    reports: figures?.violatingRounds.mean ?? null,
    regret: figures?.errorRegret?.mean ?? null,
    lagrangian: figures?.lagrangianRegret?.mean ?? null,
    regretBound: figures?.errorRegretBound ?? null,
    reportsBound: figures?.reportsBound ?? null,
    error: figures?.error.mean ?? null,
    made: createdAt,
    by: madeBy,
  };
  return values[sort];
}
