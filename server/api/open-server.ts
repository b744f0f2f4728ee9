import { closeApp, getApp } from "#server/services/app/app.ts";
import { readWorkSetting } from "#server/services/app/work-setting.ts";
import { keepBackups } from "#server/services/backup/schedule.ts";
import { readBackupSettings } from "#server/services/backup/settings.ts";
import { checkLinesInBackground } from "#server/services/damage/find-damage.ts";
import { watchProcess } from "#server/services/process/loop-delay.ts";
import { readPatience } from "#server/services/process/patience.ts";
import { stopServingWhenTold } from "#server/services/process/serving.ts";
import { traceIfAsked } from "#server/services/process/tracing.ts";
import { eraseAgainInBackground } from "#server/services/restore/erase-again.ts";
import { startWork } from "#server/work/start.ts";

/**
 * Opens what a web server needs before it can answer anybody, and begins what it does beside that.
 *
 * @throws StartError, StoreError
 */
export async function openServer(): Promise<void> {
  watchProcess();
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
  const app = await getApp();
  checkLinesInBackground(app.store);
  stopWork = await startWork(app, readWorkSetting());
  keepBackups(readBackupSettings());
  eraseAgainInBackground(app);
}
