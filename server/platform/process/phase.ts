import { processWide } from "./process-wide.ts";

/**
 * The start phase of a web server. "starting": it cannot answer yet. "warming": it answers everything, but a load
 * balancer should prefer another server. A program that is not a web server is always "serving".
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
