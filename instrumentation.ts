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
  const { startWork } = await import("#server/work/start.ts");
  watchFrontDoor();
  let stopWork = async () => {};
  const patience = readPatience(process.env);
  if (patience !== null) {
    stopServingWhenTold(patience, async () => {
      await stopWork();
      await closeApp();
    });
  }
  stopWork = await startWork(await getApp(), readWorkSetting(process.env));
}
