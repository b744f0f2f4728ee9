import { notifyOfFailedBackup } from "#server/operations/backup/notify-failure.ts";
import { keepBackups } from "#server/operations/backup/schedule.ts";
import { readBackupSettings } from "#server/operations/backup/settings.ts";
import { eraseAgainInBackground } from "#server/operations/restore/erase-again.ts";
import { closeApp, getApp } from "#server/platform/app/app.ts";
import { readQueueSetting } from "#server/platform/app/queue-setting.ts";
import { checkLinesInBackground } from "#server/platform/integrity/find-damage.ts";
import { watchProcess } from "#server/platform/process/loop-delay.ts";
import { stopServingOnSignal } from "#server/platform/process/serving.ts";
import { readShutdownTimeout } from "#server/platform/process/shutdown-timeout.ts";
import { traceIfAsked } from "#server/platform/process/tracing.ts";
import { startQueue } from "#server/queue/start-queue.ts";

/**
 * Opens everything that a web server needs to answer requests, and starts its background tasks.
 *
 * @throws StartError, StoreError
 */
export async function openServer(): Promise<void> {
  watchProcess();
  const stopTracing = await traceIfAsked();
  let stopWork = async () => {};
  const timeoutMs = readShutdownTimeout();
  if (timeoutMs !== null) {
    stopServingOnSignal(timeoutMs, async () => {
      await stopWork();
      await closeApp();
      await stopTracing();
    });
  }
  const app = await getApp();
  checkLinesInBackground(app.store);
  stopWork = await startQueue(app, readQueueSetting());
  keepBackups(readBackupSettings(), () => notifyOfFailedBackup(app));
  eraseAgainInBackground(app);
}
