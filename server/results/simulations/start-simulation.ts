import { findJob } from "#db/queries/jobs.ts";
import { countRuns, deleteRemovedRuns, deleteRun, findRun, insertRun } from "#db/queries/runs.ts";
import type { Tx } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { cancelJob, lockIdle, requestJob } from "#server/platform/app/job-lease.ts";
import { enqueue } from "#server/platform/app/job-queue.ts";
import { runLimits } from "#server/schemas/simulation-choices.ts";
import type { SimulationSettings } from "#server/schemas/simulations.ts";
import { parsePlan } from "#server/simulation/plan.ts";
import { lotOfTwoGroups, planOfSettings } from "#server/simulation/settings-plan.ts";
import { aboutPlan } from "./about.ts";
import type { RehearsalPage } from "./play-draft.ts";
import { simulatedLottery } from "./simulated-selection.ts";

export const simulationKind = "simulation" as const;
const work = {
  kind: simulationKind,
  busy: t.simulationRunning,
};

/**
 * Starts a simulation; `readRuns` reports its progress. One runs at a time in a study.
 *
 * @throws DomainError "busy" while another one of the study is running; "bad-input" if the study keeps the most runs it
 * may
 */
export async function startSimulation(
  app: App,
  given: { studyId: string; accountId: string; name: string; settings: SimulationSettings },
): Promise<Begun> {
  const { studyId, accountId, name, settings } = given;
  const lot =
    settings.selection === "stratified" ? await simulatedLottery(app, lotOfTwoGroups(settings)) : undefined;
  const plan = JSON.stringify(planOfSettings(settings, lot));
  return begin(app, { studyId, accountId }, async () => ({ name, plan }));
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
): Promise<Begun> {
  return begin(app, { studyId, accountId }, async (tx) => {
    const run = await findRun(tx, studyId, id);
    if (run === undefined) throw noRun();
    if (run.result !== null) {
      throw new DomainError("bad-input", t.runHasResult());
    }
    const params = (await findJob(tx, { studyId, id }))?.params ?? null;
    await deleteRun(tx, { studyId, id });
    return { name: run.name, plan: run.plan, page: params === null ? null : JSON.parse(params) };
  });
}

export function noRun(): DomainError {
  return new DomainError("not-found", t.noRun());
}

type Given = {
  readonly name: string;
  readonly plan: string;
  /** What the page of a rehearsal shows; absent for a simulation over synthetic people. */
  readonly page?: RehearsalPage | null;
};

export type Begun = { readonly id: string; readonly finished: Promise<void> };

/** Starts a plan: `whatIn` returns it, in the transaction that has locked the study. */
export async function begin(
  app: App,
  { studyId, accountId }: { studyId: string; accountId: string },
  whatIn: (tx: Tx) => Promise<Given>,
): Promise<Begun> {
  const id = app.newId();
  const kind = simulationKind;
  await app.store.tx(async (tx) => {
    await lockIdle(tx, studyId, work, app);
    const { name, plan, page } = await whatIn(tx);
    await requireRunQuota(tx, studyId, app.now());
    await insertRun(tx, {
      ...{ studyId, id, name, createdBy: accountId, createdAt: app.now() },
      about: JSON.stringify(aboutPlan(parsePlan(JSON.parse(plan) as unknown))),
      plan,
    });
    await requestJob(tx, { id, studyId, kind, accountId, ...(page && { params: page }) }, app);
  });
  return { id, finished: enqueue(app, { kind, studyId, id }) };
}

/** Cancels a study's simulation at once; it stays in the list. */
export function cancelSimulation(app: App, studyId: string): Promise<void> {
  return cancelJob(app, studyId, simulationKind);
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
  throw new DomainError("bad-input", t.tooManyRuns({ count: runLimits.kept }));
}
