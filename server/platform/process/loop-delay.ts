import { collectDefaultMetrics } from "prom-client";
import { metrics } from "./metrics.ts";
import { processWide } from "./process-wide.ts";

const lookEvery = 100;
/** Time after a start in which delays are ignored, in milliseconds: loading and compiling cause them. */
const startingMs = 30_000;

/** Starts collecting Node's process metrics and measuring the event loop lag; called when a server starts. */
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
      // The lag decays: the thread may still be full shortly after a full moment.
      lateness().ms = Math.max(late, lateness().ms / 2);
      if (now - started > startingMs) hour.loopDelay.note(late);
    }, lookEvery).unref();
  });
}

/** Returns the present event loop lag in milliseconds; 0 where it is not measured. */
export function loopDelayMs(): number {
  return lateness().ms;
}

function lateness(): { ms: number } {
  return processWide("loop-lateness", () => ({ ms: 0 }));
}
