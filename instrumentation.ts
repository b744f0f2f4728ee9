import type { Instrumentation } from "next";

/** Runs once when the server starts: opens the database before the first request, and fails loudly if it cannot. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { publicOrigin } = await import("#server/services/process/public-address.ts");
  process.env.NEXTAUTH_URL = publicOrigin();
  const { watchFrontDoor } = await import("#server/auth/front-door.ts");
  const { closeApp, getApp } = await import("#server/services/app/app.ts");
  const { readWorkSetting } = await import("#server/services/app/work-setting.ts");
  const { stopServingWhenTold } = await import("#server/services/process/serving.ts");
  const { readPatience } = await import("#server/services/process/patience.ts");
  const { watchProcess } = await import("#server/services/process/loop-delay.ts");
  const { traceIfAsked } = await import("#server/services/process/tracing.ts");
  const { startWork } = await import("#server/work/start.ts");
  watchProcess();
  watchFrontDoor();
  const stopTracing = await traceIfAsked();
  let stopWork = async () => {};
  const patience = readPatience();
  if (patience !== null) {
    stopServingWhenTold(patience, async () => {
      await stopWork();
      await closeApp();
      await stopTracing();
    });
  }
  const { checkLinesInBackground } = await import("#server/services/damage/find-damage.ts");
  const { eraseAgainInBackground } = await import("#server/services/restore/erase-again.ts");
  const { keepBackups } = await import("#server/services/backup/schedule.ts");
  const { readBackupSettings } = await import("#server/services/backup/settings.ts");
  const app = await getApp();
  checkLinesInBackground(app.store);
  stopWork = await startWork(app, readWorkSetting());
  keepBackups(readBackupSettings());
  eraseAgainInBackground(app);
}

/** What a page failed with, under the number that whoever looks at it can quote (its digest) and the request's. */
export const onRequestError: Instrumentation.onRequestError = async (error, _request, { routePath }) => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { notePageError } = await import("#server/services/process/page-error.ts");
  notePageError(error, routePath);
};
