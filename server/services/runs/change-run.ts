import { findLastJob } from "#db/queries/jobs.ts";
import { deleteRun, updateRun } from "#db/queries/runs.ts";
import { lockStudy } from "#db/queries/studies.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/services/app/app.ts";
import { isRunning } from "#server/services/app/long-job.ts";
import { simulationKind } from "./start-simulation.ts";

type Place = { readonly studyId: string; readonly id: string };

/** Gives a run another name. @throws DomainError "not-found" */
export function renameRun(app: App, { studyId, id, name }: Place & { name: string }): Promise<void> {
  return app.store.tx(async (tx) => {
    if (!(await updateRun(tx, { studyId, id }, { name }))) throw noRun();
  });
}

/** Removes a run for good. @throws DomainError "not-found"; "busy" while it goes on */
export function removeRun(app: App, { studyId, id }: Place): Promise<void> {
  return app.store.tx(async (tx) => {
    await lockStudy(tx, studyId);
    const last = await findLastJob(tx, studyId, simulationKind);
    if (last?.id === id && isRunning(last, app))
      throw new DomainError("busy", "This simulation goes on: cancel it first.");
    if (!(await deleteRun(tx, { studyId, id }))) throw noRun();
  });
}

export function noRun(): DomainError {
  return new DomainError("not-found", "There is no such run: it was removed.");
}
