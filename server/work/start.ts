import type { App } from "#server/services/app/app.ts";
import { setting } from "#server/services/process/settings.ts";
import { openBoss } from "./boss.ts";
import { here, isExpected } from "./here.ts";
import { sweep } from "./sweep.ts";

/**
 * Lays the way that work goes from here on, and takes up what others left. With one file this process does all of it; on
 * PostgreSQL a queue brings it to whichever server or worker is free.
 *
 * @param isHere whether this process does work, or leaves all of it to others
 * @returns what ends it in good order
 */
export async function startWork(app: App, isHere: boolean): Promise<() => Promise<void>> {
  const databaseUrl = setting("DATABASE_URL");
  if (databaseUrl === null) {
    app.work.queue = here;
    sweep(app, (work) => isExpected(app.store, work));
    return async () => undefined;
  }
  const { queue, stop } = await openBoss(app, databaseUrl, isHere);
  app.work.queue = queue;
  // The queue has everything once.
  if (isHere) sweep(app, () => false);
  return stop;
}
