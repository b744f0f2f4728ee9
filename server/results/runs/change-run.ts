import { findLastJob } from "#db/queries/jobs.ts";
import { deleteRemovedRuns, restoreRun, updateRun } from "#db/queries/runs.ts";
import { lockStudy } from "#db/queries/studies.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { isRunning } from "#server/platform/app/job-lease.ts";
import { runLimits } from "#server/schemas/runs.ts";
import { noRun, requireRunQuota, simulationKind, undoableSince } from "./start-simulation.ts";

type Place = { readonly studyId: string; readonly id: string };

/** Gives a run another name. @throws DomainError "not-found" */
export function renameRun(app: App, { studyId, id, name }: Place & { name: string }): Promise<void> {
  return app.store.tx(async (tx) => {
    if (!(await updateRun(tx, { studyId, id }, { name }))) throw noRun();
  });
}

/**
 * Takes a run out of every list. For some minutes it can be brought back; then the next change of the study's runs deletes it.
 *
 * @throws DomainError "not-found"; "busy" while it goes on
 */
export function removeRun(app: App, { studyId, id }: Place): Promise<void> {
  return app.store.tx(async (tx) => {
    await lockStudy(tx, studyId);
    const last = await findLastJob(tx, studyId, simulationKind);
    if (last?.id === id && isRunning(last, app))
      throw new DomainError("busy", "This simulation goes on: cancel it first.");
    const now = app.now();
    await deleteRemovedRuns(tx, studyId, undoableSince(now));
    if (!(await updateRun(tx, { studyId, id }, { removedAt: now }))) throw noRun();
  });
}

/** Brings a removed run back. @throws DomainError "not-found" once it is too late; "bad-input" if so many runs are kept */
export function bringRunBack(app: App, { studyId, id }: Place): Promise<void> {
  return app.store.tx(async (tx) => {
    await lockStudy(tx, studyId);
    await requireRunQuota(tx, studyId, app.now());
    if (await restoreRun(tx, { studyId, id }, undoableSince(app.now()))) return;
    throw new DomainError(
      "not-found",
      `There is no such run to bring back: it was removed more than ${runLimits.undo} minutes ago, or it is there already.`,
    );
  });
}
