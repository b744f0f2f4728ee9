import { processWide } from "./process-wide.ts";

/**
 * How far a web server is. "starting": nothing can be answered yet. "warming": everything is answered, but whoever may choose
 * should take another server. A program that is no web server is "serving" from the first.
 */
export type Phase = "starting" | "warming" | "serving";

export function phase(): Phase {
  return slot().phase;
}

export function enterPhase(next: Phase): void {
  slot().phase = next;
}

function slot(): { phase: Phase } {
  return processWide("phase", () => ({ phase: "serving" }));
}
