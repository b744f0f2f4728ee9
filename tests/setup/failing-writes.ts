import { vi } from "vitest";
import type { App } from "#server/platform/app/app.ts";
import { fakeTimers } from "./timers.ts";
import { writingBy } from "./writes.ts";

type Act = <T>(write: () => Promise<T>, number: number) => Promise<T>;

/**
 * Makes an application whose transactions are counted: `act` gets each one with its number. Leases are not renewed: that
 * happens every few seconds, so on a busy machine those writes would be counted too.
 */
export function countingWrites<Some extends App>(app: Some, act: Act): Some {
  if (!vi.isFakeTimers()) fakeTimers("setInterval", "clearInterval");
  let writes = 0;
  return writingBy(app, (body) => {
    writes += 1;
    return act(() => app.store.tx(body), writes);
  });
}

/** Makes an application whose transaction with this number fails. */
export function breakingAt<Some extends App>(app: Some, broken: number): Some {
  return countingWrites(app, (write, number) =>
    number === broken ? Promise.reject(new Error("the disk is gone")) : write(),
  );
}

/** Makes an application that writes this often. Its next write waits until it is resumed, as in a process that hangs. */
export function silentAfter<Some extends App>(app: Some, count: number) {
  const { promise: wakesUp, resolve: wakeUp } = Promise.withResolvers<void>();
  const { promise: isWaiting, resolve: wait } = Promise.withResolvers<void>();
  const silent = countingWrites(app, (write, number) => {
    if (number <= count) return write();
    wait();
    return wakesUp.then(write);
  });
  return { app: silent, isWaiting, wakeUp };
}
