import { countRuns, deleteRemovedRuns, deleteRun, findRun, insertRun, updateRun } from "#db/queries/runs.ts";
import type { Tx } from "#db/store/store.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { beginJob, finishJob, lockIdle } from "#server/platform/app/job-lease.ts";
import { runLimits, type SimulationSettings } from "#server/schemas/runs.ts";
import { parsePlan } from "#server/simulation/plan.ts";
import { resultLines } from "#server/simulation/results.ts";
import { planOfSettings } from "#server/simulation/settings-plan.ts";
import { aboutPlan } from "./about.ts";
import { runFigures } from "./figures.ts";
import { cancelPlay, playJob } from "./play-run.ts";

export const simulationKind = "simulation";
const work = {
  kind: simulationKind,
  busy: "A simulation of this study is under way: wait for its end, or cancel it.",
};

/**
 * Starts a simulation in a worker; `readRuns` reports its progress. One runs at a time in a study.
 *
 * @param minutes that it may take once it has begun
 * @throws DomainError "busy" while another one of the study is running; "bad-input" if the study keeps the most runs it
 * may
 */
export async function startSimulation(
  app: App,
  given: { studyId: string; accountId: string; name: string; settings: SimulationSettings },
  minutes: number = runLimits.minutes,
): Promise<{ id: string; finished: Promise<void> }> {
  const { studyId, accountId, name, settings } = given;
  const plan = JSON.stringify(planOfSettings(settings));
  return begin(app, { studyId, accountId, minutes }, async () => ({ name, plan }));
}

/**
 * Restarts a simulation without a result, for example one whose server was stopped: under the same name, with the same
 * plan, in its place.
 *
 * @throws DomainError "not-found"; "bad-input" where there is a result; "busy" as startSimulation
 */
export function beginAgain(
  app: App,
  { studyId, accountId, id }: { studyId: string; accountId: string; id: string },
): Promise<{ id: string; finished: Promise<void> }> {
  return begin(app, { studyId, accountId, minutes: runLimits.minutes }, async (tx) => {
    const run = await findRun(tx, studyId, id);
    if (run === undefined) throw noRun();
    if (run.result !== null) {
      throw new DomainError("bad-input", "This run came to something: its command repeats it.");
    }
    await deleteRun(tx, { studyId, id });
    return { name: run.name, plan: run.plan };
  });
}

export function noRun(): DomainError {
  return new DomainError("not-found", "There is no such run: it was removed.");
}

type Begun = { readonly name: string; readonly plan: string };

async function begin(
  app: App,
  { studyId, accountId, minutes }: { studyId: string; accountId: string; minutes: number },
  whatIn: (tx: Tx) => Promise<Begun>,
): Promise<{ id: string; finished: Promise<void> }> {
  const id = app.newId();
  const { job, plan } = await app.store.tx(async (tx) => {
    await lockIdle(tx, studyId, work, app);
    const { name, plan: text } = await whatIn(tx);
    await requireRunQuota(tx, studyId, app.now());
    const plan = parsePlan(JSON.parse(text) as unknown);
    await insertRun(tx, {
      ...{ studyId, id, name, createdBy: accountId, createdAt: app.now() },
      about: JSON.stringify(aboutPlan(plan)),
      plan: text,
    });
    const job = await beginJob(tx, { id, studyId, kind: simulationKind, accountId }, app);
    return { job, plan };
  });
  const finished = playJob(app, job, minutes, async (play) => {
    const cells = await play(plan, null);
    const result = resultLines(cells);
    if (result.length > runLimits.bytes) throw new Error(`a simulation of ${result.length} bytes`);
    const figures = JSON.stringify(runFigures(cells));
    await app.store.tx(async (tx) => {
      await finishJob(tx, job, {}, app.now());
      await updateRun(tx, job, { result, figures });
    });
  });
  return { id, finished };
}

/** Cancels a study's simulation at once; it stays in the list. */
export function cancelSimulation(app: App, studyId: string): Promise<void> {
  return cancelPlay(app, studyId, simulationKind);
}

/** Returns the earliest removal time of runs that can still be restored. */
export function undoableSince(now: number): number {
  return now - runLimits.undo * 60_000;
}

/**
 * Checks that the study may keep another run. First deletes removed runs that can no longer be restored.
 * @throws DomainError "bad-input"
 */
export async function requireRunQuota(tx: Tx, studyId: string, now: number): Promise<void> {
  await deleteRemovedRuns(tx, studyId, undoableSince(now));
  if ((await countRuns(tx, studyId)) < runLimits.kept) return;
  throw new DomainError(
    "bad-input",
    `This study keeps ${runLimits.kept} runs already: remove one that nobody needs.`,
  );
}
