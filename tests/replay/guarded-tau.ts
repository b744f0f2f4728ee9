/** The course of tau (docs/log-format-guarded.md, section 5, `round.closed`). */

import type { Guarded } from "./guarded-settings.ts";

export function tauAfter({ step, allowance }: Guarded, tau: number, t: number, reported: boolean): number {
  if (reported) return Math.max(-step, tau - step);
  const rise = Math.min(step, allowance * (Math.sqrt(t) - Math.sqrt(t - 1)));
  return Math.min(1, tau + step * rise);
}
