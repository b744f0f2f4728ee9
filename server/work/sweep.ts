import { isStoreError } from "#db/store/store-error.ts";
import type { App } from "#server/services/app/app.ts";
import { ask, type Work } from "#server/services/app/work.ts";
import { incident } from "#server/services/process/incident.ts";
import { handlers } from "./handlers.ts";

/**
 * Looks now and from time to time for what nobody was asked for, and for what was left by whoever died at it.
 *
 * @param isExpected whether it will be done anyway
 */
export function sweep(app: App, isExpected: (work: Work) => boolean): void {
  for (const [kind, { every }] of Object.entries(handlers)) {
    const look = () => lookFor(app, kind as Work["kind"], isExpected);
    look();
    setInterval(look, every).unref();
  }
}

/** @internal */
export async function lookFor(
  app: App,
  kind: Work["kind"],
  isExpected: (work: Work) => boolean,
): Promise<void> {
  try {
    for (const { inMs = 0, ...data } of await handlers[kind].find(app)) {
      const work = { kind, ...data } as Work;
      if (!isExpected(work)) ask(app, work, inMs);
    }
  } catch (error) {
    // A server that ends leaves the rest to the next one.
    if (isStoreError(error) && error.code === "closed") return;
    incident(error, `look for work: ${kind}`);
  }
}
