import { performance } from "node:perf_hooks";
import { expect, it, vi } from "vitest";
import { loopDelayMs, watchProcess } from "#server/platform/process/loop-delay.ts";
import { metrics } from "#server/platform/process/metrics.ts";
import { fakeTimers } from "#tests/setup/timers.ts";

const started = 5_000;
const starting = 30_000;

it("measures the event loop's delay, and the last hour's once the server has started", async () => {
  expect(loopDelayMs()).toBe(0);
  let at = started;
  vi.spyOn(performance, "now").mockImplementation(() => at);
  fakeTimers("setInterval");
  watchProcess();
  watchProcess();
  const { registry, hour } = metrics();
  expect(await registry.metrics()).toContain("process_cpu_seconds_total");
  const delays: number[] = [];
  /** Measures once more, this many milliseconds after the last time. */
  const measure = (milliseconds: number) => {
    at += milliseconds;
    vi.advanceTimersByTime(100);
    delays.push(loopDelayMs());
  };
  // On time, late, and fading.
  for (const passed of [100, 180, 100, 100, 130]) measure(passed);
  expect(delays).toEqual([0, 80, 40, 20, 30]);
  measure(started + starting - at);
  expect(hour.loopDelay.most(), "what a start takes is no delay").toBe(0);
  measure(107);
  measure(95);
  expect([hour.loopDelay.most(), hour.loopDelay.sum()]).toEqual([7, 7]);
});
