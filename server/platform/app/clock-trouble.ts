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
  const message =
    "The clock of this server has jumped ahead, so nothing is recorded until an administrator has confirmed it. Nothing was changed.";
  return new DomainError("clock-jumped", message);
}

function behind({ now, timekeeper: { limitMs } }: Clocks, headAt: number): DomainError | null {
  if (headAt - now() <= limitMs) return null;
  const message =
    "The clock of this server is far behind the newest entry of this study, so nothing is recorded in it until somebody has set the clock right. Nothing was changed.";
  return new DomainError("clock-behind", message);
}
