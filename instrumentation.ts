/** Runs once when the server starts: opens the database before the first request, and fails loudly if it cannot. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { publicOrigin } = await import("#server/services/process/public-address.ts");
  process.env.NEXTAUTH_URL = publicOrigin();
  const { watchFrontDoor } = await import("#server/auth/front-door.ts");
  const { closeApp, getApp } = await import("#server/services/app/app.ts");
  const { stopServingWhenTold } = await import("#server/services/process/serving.ts");
  const { readPatience } = await import("#server/services/process/patience.ts");
  watchFrontDoor();
  const { applyAllInBackground } = await import("#server/services/learner/apply-updates.ts");
  const { resumeReminders } = await import("#server/services/reminders/send-reminder.ts");
  const { resumeCheckpoints } = await import("#server/services/checkpoints/keep-checkpoints.ts");
  const patience = readPatience(process.env);
  if (patience !== null) stopServingWhenTold(patience, closeApp);
  const { resumeDrawing } = await import("#server/services/rounds/keep-drawing.ts");
  const { checkLinesInBackground } = await import("#server/services/damage/find-damage.ts");
  const { eraseAgainInBackground } = await import("#server/services/restore/erase-again.ts");
  const { keepBackups } = await import("#server/services/backup/schedule.ts");
  const { readBackupSettings } = await import("#server/services/backup/settings.ts");
  const app = await getApp();
  checkLinesInBackground(app.store);
  applyAllInBackground(app);
  keepBackups(readBackupSettings(process.env));
  eraseAgainInBackground(app);
  resumeReminders(app);
  resumeCheckpoints(app);
  resumeDrawing(app);
}
