/**
 * A second process on the same database: closes each round that its parent names, with two requests at once, and sends back
 * the receipts. Its settings are in its environment.
 */
import { closeApp, getApp } from "#server/platform/app/app.ts";
import { closeRound } from "#server/rounds/close-round.ts";

export type RacerOrder = { readonly studyId: string; readonly round: number } | "stop";
export type RacerAnswer = { readonly receipts: readonly unknown[] } | { readonly failure: string } | "ready";

const app = await getApp();
answer("ready");

process.on("message", async (order: RacerOrder) => {
  if (order === "stop") {
    await closeApp();
    process.disconnect();
    return;
  }
  try {
    const request = () => closeRound(app, { ...order });
    answer({ receipts: await Promise.all([request(), request()]) });
  } catch (error) {
    answer({ failure: error instanceof Error ? `${error.message}\n${error.stack}` : String(error) });
  }
});

function answer(message: RacerAnswer): void {
  process.send?.(message);
}
