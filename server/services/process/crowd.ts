import type { ServerResponse } from "node:http";
import { loopDelayMs } from "./loop-delay.ts";
import { processWide } from "./process-wide.ts";

/** So many requests are a second's work or so. */
const mostWaiting = 64;
/** From here on the one thread that answers everybody is full. */
const lateMs = 150;

/**
 * Whether one more request would wait for long: many wait already, and the thread that answers them does not keep up.
 * Asked before anything is done for it.
 */
export function isCrowded(): boolean {
  return crowd().waiting >= mostWaiting && loopDelayMs() > lateMs;
}

/** A request waits until its answer begins: event streams and long downloads are nobody's burden by then. */
export function noteArrival(response: ServerResponse): { begun: () => void } {
  const counted = crowd();
  let isWaiting = true;
  counted.waiting += 1;
  const begun = () => {
    if (isWaiting) counted.waiting -= 1;
    isWaiting = false;
  };
  response.once("close", begun);
  return { begun };
}

function crowd(): { waiting: number } {
  return processWide("crowd", () => ({ waiting: 0 }));
}
