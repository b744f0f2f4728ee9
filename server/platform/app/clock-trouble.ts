import * as t from "#messages/refusals.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "./app.ts";

type Clocks = Pick<App, "now" | "timekeeper">;

/**
 * Returns why nothing may be written to a study's log at the clock's present time: the clock is far behind the log's
 * newest entry, or it has jumped ahead since the server started. An entry with a wrong time could never be removed.
 *
 * @param headAt of the newest entry; 0 without one
 */
export function clockTrouble(clocks: Clocks, { headAt }: { readonly headAt: number }): DomainError | null {
  return jumped(clocks) ?? behind(clocks, headAt);
}

/** Refuses writes while the clock cannot be trusted. @throws DomainError "clock-behind", "clock-jumped" */
export function refuseClock(clocks: Clocks, study: { readonly headAt: number }): void {
  const trouble = clockTrouble(clocks, study);
  if (trouble !== null) throw trouble;
}

function jumped({ timekeeper: { aheadBy, limitMs } }: Clocks): DomainError | null {
  if (aheadBy() <= limitMs) return null;
  return new DomainError("clock-jumped", t.clockJumped());
}

function behind({ now, timekeeper: { limitMs } }: Clocks, headAt: number): DomainError | null {
  if (headAt - now() <= limitMs) return null;
  return new DomainError("clock-behind", t.clockBehind());
}
