import { collectDefaultMetrics } from "prom-client";
import { metrics } from "./metrics.ts";
import { processWide } from "./process-wide.ts";

const lookEvery = 100;
/** What a start loads and compiles is no delay that anybody should look into. */
const startingMs = 30_000;

/** For the start of a server: from here on it counts what Node says of the process, and notes how late its loop is. */
export function watchProcess(): void {
  processWide("loop-watch", () => {
    const { registry, hour } = metrics();
    collectDefaultMetrics({ register: registry });
    const started = performance.now();
    let due = started + lookEvery;
    return setInterval(() => {
      const now = performance.now();
      const late = Math.max(0, now - due);
      due = now + lookEvery;
      // It fades: a moment after the thread was full it may be full still.
      lateness().ms = Math.max(late, lateness().ms / 2);
      if (now - started > startingMs) hour.loopDelay.note(late);
    }, lookEvery).unref();
  });
}

/** How late the loop is at the moment: milliseconds, 0 where nobody watches. */
export function loopDelayMs(): number {
  return lateness().ms;
}

function lateness(): { ms: number } {
  return processWide("loop-lateness", () => ({ ms: 0 }));
}
