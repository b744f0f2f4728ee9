import { findLastJob } from "#db/queries/jobs.ts";
import { deleteRemovedRuns, restoreRun, updateRun } from "#db/queries/runs.ts";
import { lockStudy } from "#db/queries/studies.ts";
import * as t from "#messages/refusals.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { isRunning } from "#server/platform/app/job-lease.ts";
import { runLimits } from "#server/schemas/simulation-choices.ts";
import { noRun, requireRunQuota, simulationKind, undoableSince } from "./start-simulation.ts";

type RunKey = { readonly studyId: string; readonly id: string };

/**
 * Renames a run.
 * @throws DomainError "not-found"
 */
export function renameRun(app: App, { studyId, id, name }: RunKey & { name: string }): Promise<void> {
  return app.store.tx(async (tx) => {
    if (!(await updateRun(tx, { studyId, id }, { name }))) throw noRun();
  });
}

/**
 * Removes a run from every list. It can be restored for some minutes; then the next change of the study's runs deletes
 * it.
 *
 * @throws DomainError "not-found"; "busy" while it is running
 */
export function removeRun(app: App, { studyId, id }: RunKey): Promise<void> {
  return app.store.tx(async (tx) => {
    await lockStudy(tx, studyId);
    const last = await findLastJob(tx, studyId, simulationKind);
    if (last?.id === id && isRunning(last, app)) throw new DomainError("busy", t.simulationRuns());
    const now = app.now();
    await deleteRemovedRuns(tx, studyId, undoableSince(now));
    if (!(await updateRun(tx, { studyId, id }, { removedAt: now }))) throw noRun();
  });
}

/**
 * Restores a removed run.
 * @throws DomainError "not-found" once it is too late; "bad-input" if the study keeps the most runs it may
 */
export function bringRunBack(app: App, { studyId, id }: RunKey): Promise<void> {
  return app.store.tx(async (tx) => {
    await lockStudy(tx, studyId);
    await requireRunQuota(tx, studyId, app.now());
    if (await restoreRun(tx, { studyId, id }, undoableSince(app.now()))) return;
    throw new DomainError("not-found", t.noRunToRestore({ minutes: runLimits.undo }));
  });
}
