import { monitorEventLoopDelay } from "node:perf_hooks";
import { collectDefaultMetrics } from "prom-client";
import { metrics } from "./metrics.ts";
import { processWide } from "./process-wide.ts";

const resolution = 20;
const lookEvery = 500;

/** For the start of a server: from here on it counts what Node says of the process, and notes how late its loop is. */
export function watchProcess(): void {
  processWide("loop-watch", () => {
    const { registry, hour } = metrics();
    collectDefaultMetrics({ register: registry });
    const histogram = monitorEventLoopDelay({ resolution });
    histogram.enable();
    return setInterval(() => {
      // The histogram counts from one tick to the next, which takes its resolution when nothing is late.
      const ms = Math.max(0, histogram.max / 1e6 - resolution);
      histogram.reset();
      lateness().ms = ms;
      hour.loopDelay.note(ms);
    }, lookEvery).unref();
  });
}

/** How late the loop was at its latest within the last half second: milliseconds, 0 where nobody watches. */
export function loopDelayMs(): number {
  return lateness().ms;
}

function lateness(): { ms: number } {
  return processWide("loop-lateness", () => ({ ms: 0 }));
}
