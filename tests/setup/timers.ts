import { setImmediate } from "node:timers/promises";
import { onTestFinished, vi } from "vitest";

type FakedTimer = "setTimeout" | "clearTimeout" | "setInterval" | "clearInterval";

/** Replaces these timers until the test ends: only the test moves them. */
export function fakeTimers(...toFake: FakedTimer[]): void {
  vi.useFakeTimers({ toFake });
  onTestFinished(() => void vi.useRealTimers());
}

/** Waits until a condition holds. `expect.poll` cannot be used with fake timers: it advances them at each poll. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await setImmediate();
}
