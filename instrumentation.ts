import type { Instrumentation } from "next";

/** Runs once when the server starts: opens the database before the first request, and fails loudly if it cannot. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { publicOrigin } = await import("#server/services/process/public-address.ts");
  process.env.NEXTAUTH_URL = publicOrigin();
  const { watchFrontDoor } = await import("#server/auth/front-door.ts");
  const { closeApp, getApp } = await import("#server/services/app/app.ts");
  const { stopServingWhenTold } = await import("#server/services/process/serving.ts");
  const { readPatience } = await import("#server/services/process/patience.ts");
  const { watchProcess } = await import("#server/services/process/loop-delay.ts");
  watchProcess();
  watchFrontDoor();
  const { applyAllInBackground } = await import("#server/services/learner/apply-updates.ts");
  const { resumeReminders } = await import("#server/services/reminders/send-reminder.ts");
  const { resumeCheckpoints } = await import("#server/services/checkpoints/keep-checkpoints.ts");
  const patience = readPatience();
  const { traceIfAsked } = await import("#server/services/process/tracing.ts");
  const stopTracing = await traceIfAsked();
  const close = async () => {
    await closeApp();
    await stopTracing();
  };
  if (patience !== null) stopServingWhenTold(patience, close);
  const { resumeDrawing } = await import("#server/services/rounds/keep-drawing.ts");
  const app = await getApp();
  applyAllInBackground(app);
  resumeReminders(app);
  resumeCheckpoints(app);
  resumeDrawing(app);
}

/** What a page failed with, under the number that whoever looks at it can quote (its digest) and the request's. */
export const onRequestError: Instrumentation.onRequestError = async (error, _request, { routePath }) => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { notePageError } = await import("#server/services/process/page-error.ts");
  notePageError(error, routePath);
};
