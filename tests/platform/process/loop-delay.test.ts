import { performance } from "node:perf_hooks";
import { expect, it, vi } from "vitest";
import { loopDelayMs, watchProcess } from "#server/platform/process/loop-delay.ts";
import { metrics } from "#server/platform/process/metrics.ts";
import { fakeTimers } from "#tests/setup/timers.ts";

const started = 5_000;
const starting = 30_000;

it("a server knows how late its loop is, and of the last hour how late it was once it had started", async () => {
  expect(loopDelayMs()).toBe(0);
  let at = started;
  vi.spyOn(performance, "now").mockImplementation(() => at);
  fakeTimers("setInterval");
  watchProcess();
  watchProcess();
  const { registry, hour } = metrics();
  expect(await registry.metrics()).toContain("process_cpu_seconds_total");
  const delays: number[] = [];
  /** The next look, so many milliseconds after the one before. */
  const look = (milliseconds: number) => {
    at += milliseconds;
    vi.advanceTimersByTime(100);
    delays.push(loopDelayMs());
  };
  // In time, late, and fading.
  for (const passed of [100, 180, 100, 100, 130]) look(passed);
  expect(delays).toEqual([0, 80, 40, 20, 30]);
  look(started + starting - at);
  expect(hour.loopDelay.most(), "what a start takes is no delay").toBe(0);
  look(107);
  look(95);
  expect([hour.loopDelay.most(), hour.loopDelay.sum()]).toEqual([7, 7]);
});
