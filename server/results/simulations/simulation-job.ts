import { findRun, updateRun } from "#db/queries/runs.ts";
import { finishJob, type RecordedJob } from "#server/platform/app/job-lease.ts";
import { runLimits } from "#server/schemas/simulation-choices.ts";
import { parsePlan } from "#server/simulation/plan.ts";
import { resultLines } from "#server/simulation/results.ts";
import { aboutPlan } from "./about.ts";
import { runFigures } from "./figures.ts";
import { playDraft } from "./play-draft.ts";
import { playPlan } from "./play-plan.ts";
import { noRun, simulationKind } from "./start-simulation.ts";

/**
 * Plays the plan of a run, over synthetic people or over those of a draft's file. What the page of a draft shows has cells
 * of people, so it is the result of the job and not of the run.
 */
export const simulationJob: RecordedJob = {
  kind: simulationKind,
  limitMs: runLimits.minutes * 60_000,
  advice: "simulation",
  isRestartable: false,
  async run(app, job, signal) {
    const run = await app.store.read((db) => findRun(db, job.studyId, job.id));
    if (run === undefined) throw noRun();
    const plan = parsePlan(JSON.parse(run.plan) as unknown);
    const { cells, page } =
      plan.world.kind === "draft"
        ? await playDraft(app, job, plan, signal)
        : { cells: await playPlan(app, job, { plan, world: null }, signal), page: null };
    const result = resultLines(cells);
    if (result.length > runLimits.bytes) throw new Error(`a simulation of ${result.length} bytes`);
    const figures = runFigures(cells, aboutPlan(plan).alpha, page?.settings[0]?.yardsticks);
    await app.store.tx(async (tx) => {
      await finishJob(tx, job, page, app.now());
      await updateRun(tx, job, { result, figures: JSON.stringify(figures) });
    });
  },
};
