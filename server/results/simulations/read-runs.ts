import { listRemovedRuns, listRunResults, listRuns } from "#db/queries/runs.ts";
import { findStudy } from "#db/queries/studies.ts";
import type { App } from "#server/platform/app/app.ts";
import { failureOf, isRunning } from "#server/platform/app/job-lease.ts";
import { type CellResult, readResultLines } from "#server/simulation/results.ts";
import { aboutSchema } from "./about.ts";
import { figuresSchema, firstOf } from "./figures.ts";
import { undoableSince } from "./start-simulation.ts";

type ListedRun = Awaited<ReturnType<typeof listRuns>>[number];

/** "interrupted": its server was stopped while it was running. */
type RunState = "running" | "interrupted" | "done" | "failed" | "cancelled";

/** Lists the kept runs of a study, newest first, the progress of the running one, and the runs that can be restored. */
export function readRuns(app: Pick<App, "store" | "timekeeper" | "now">, studyId: string) {
  return app.store.read(async (db) => {
    const study = await findStudy(db, studyId);
    const runs = await listRuns(db, studyId);
    return {
      studyName: study?.name ?? "",
      isDraft: study?.state === "draft",
      runs: runs.map((run) => viewOf(run, app)),
      removed: await listRemovedRuns(db, studyId, undoableSince(app.now())),
    };
  });
}

function viewOf(run: ListedRun, clocks: Pick<App, "timekeeper">) {
  const { id, name, madeBy, createdAt, done, total, error } = run;
  const state = stateOf(run, clocks);
  return {
    id,
    name,
    madeBy,
    createdAt,
    state,
    // A running one has its row among the jobs.
    progress: state === "running" ? { done: done as number, total: total as number } : null,
    failure: state === "failed" && error !== null ? failureOf(error).message : null,
    about: aboutSchema.parse(JSON.parse(run.about)),
    figures: run.figures === null ? null : figuresSchema.parse(JSON.parse(run.figures)),
  };
}

function stateOf({ state, figures, leaseUntil }: ListedRun, clocks: Pick<App, "timekeeper">): RunState {
  if (figures !== null) return "done";
  if (state === "failed" || state === "cancelled") return state;
  return state !== null && isRunning({ state, leaseUntil }, clocks) ? "running" : "interrupted";
}

/** A cumulative figure over the rounds of a run: its mean, and each of its seeds separately. */
export type Course = {
  /** How the numbers were computed; everything in runs is counted exactly. */
  readonly kind: "exact";
  readonly mean: readonly number[];
  /** [seeds][points] */
  readonly each: readonly (readonly number[])[];
};

/** A run for comparison: its figures after certain rounds. */
export type RunCourse = {
  readonly id: string;
  readonly name: string;
  readonly rounds: readonly number[];
  readonly violations: Course;
  /** Null: it was not measured, as over a draft's file. */
  readonly regret: Course | null;
  /** Null also in mode guarded, which has no Lagrangian. */
  readonly lagrangian: Course | null;
  /** Where the bounds are proven. */
  readonly proof: CellResult["proof"];
  /** Bounds after each of the rounds; null where none is proven or it says nothing. */
  readonly bounds: {
    readonly reports: readonly (number | null)[];
    readonly regret: readonly (number | null)[];
  };
};

/** Returns the courses of these runs, in the requested order; runs without a result and deleted runs are left out. */
export async function compareRuns(
  app: Pick<App, "store">,
  { studyId, ids }: { studyId: string; ids: readonly string[] },
): Promise<RunCourse[]> {
  const rows = await app.store.read((db) => listRunResults(db, studyId, ids));
  return ids.flatMap((id) => {
    const row = rows.find((each) => each.id === id);
    if (row === undefined || row.result === null) return [];
    return [{ id, name: row.name, ...coursesOf(row.result) }];
  });
}

/** Returns the courses of a run's first learner or setting. */
function coursesOf(result: string): Omit<RunCourse, "id" | "name"> {
  const cells = firstOf(readResultLines(result));
  const series = cells.map((cell) => cell.series ?? []);
  const regretOf = (name: "errorRegret" | "lagrangianRegret") => {
    const regrets = series.map((points) => points.flatMap((point) => point[name] ?? []));
    return regrets.some((each) => each.length > 0) ? courseOf(regrets) : null;
  };
  const [own = []] = series;
  return {
    rounds: own.map(({ round }) => round),
    violations: courseOf(series.map((points) => points.map(({ violatingRounds }) => violatingRounds))),
    regret: regretOf("errorRegret"),
    lagrangian: regretOf("lagrangianRegret"),
    proof: cells[0]?.proof ?? null,
    bounds: {
      reports: own.map(({ reportsBound }) => reportsBound ?? null),
      regret: own.map(({ errorRegretBound }) => errorRegretBound ?? null),
    },
  };
}

function courseOf(each: readonly (readonly number[])[]): Course {
  const mean = (each[0] ?? []).map(
    (_, point) => each.reduce((total, values) => total + (values[point] ?? 0), 0) / each.length,
  );
  return { kind: "exact", mean, each };
}
