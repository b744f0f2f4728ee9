import { listRemovedRuns, listRunResults, listRuns } from "#db/queries/runs.ts";
import type { App } from "#server/platform/app/app.ts";
import { failureOf, isRunning } from "#server/platform/app/job-lease.ts";
import { readResultLines } from "#server/simulation/results.ts";
import { aboutSchema } from "./about.ts";
import { figuresSchema, firstOf } from "./figures.ts";
import { undoableSince } from "./start-simulation.ts";

type ListedRun = Awaited<ReturnType<typeof listRuns>>[number];

/** "interrupted": its server was stopped while it was running. */
type RunState = "running" | "interrupted" | "done" | "failed" | "cancelled";

/** Lists the kept runs of a study, newest first, the progress of the running one, and the runs that can be restored. */
export function readRuns(app: Pick<App, "store" | "timekeeper" | "now">, studyId: string) {
  return app.store.read(async (db) => {
    const runs = await listRuns(db, studyId);
    return {
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

/** Returns the courses of these runs, in the requested order; runs without a result and deleted runs are left out. */
export async function compareRuns(
  app: Pick<App, "store">,
  { studyId, ids }: { studyId: string; ids: readonly string[] },
) {
  const rows = await app.store.read((db) => listRunResults(db, studyId, ids));
  return ids.flatMap((id) => {
    const row = rows.find((each) => each.id === id);
    if (row === undefined || row.result === null) return [];
    return [{ id, name: row.name, ...coursesOf(row.result) }];
  });
}

/** Returns the figures of a run's first learner after certain rounds. */
function coursesOf(result: string) {
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
    // Null where it is not measured: over a draft's file; a Lagrangian not in mode guarded either, which has none.
    regret: regretOf("errorRegret"),
    lagrangian: regretOf("lagrangianRegret"),
    /** Where the bounds are proven. */
    proof: cells[0]?.proof ?? null,
    /** Null after rounds for which none is proven, or it says nothing. */
    bounds: {
      reports: own.map(({ reportsBound }) => reportsBound ?? null),
      regret: own.map(({ errorRegretBound }) => errorRegretBound ?? null),
    },
  };
}

/** Returns the mean of a figure, and each seed's: [seeds][points]. Everything in runs is counted exactly. */
function courseOf(each: readonly (readonly number[])[]) {
  const mean = (each[0] ?? []).map(
    (_, point) => each.reduce((total, values) => total + (values[point] ?? 0), 0) / each.length,
  );
  return { kind: "exact" as const, mean, each };
}
