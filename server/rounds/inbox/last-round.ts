import type { RoundRow } from "#db/queries/rounds.ts";
import { isAudit, type StudySettings } from "#server/audit-log/entries.ts";
import { readGuard } from "#server/audit-log/guard.ts";
import { certainUntil, nextTau } from "#server/learner/guarded/allowance.ts";
import { guardedSettings } from "#server/learner/guarded/settings.ts";

/** The round that closed last. */
export type LastRound = {
  readonly number: number;
  /** Whether the next round certainly has no pair to judge: the limit is the smallest difference that is judged. */
  readonly isNextQuiet: boolean;
};

/** Every class has at least the two constant rules. */
const leastRules = 2;

/** Describes a closed round. @param hasReport whether it ended with a report */
export function lastRound(
  settings: StudySettings,
  { number, guard, t }: RoundRow,
  hasReport: boolean,
): LastRound {
  if (isAudit(settings) || guard === null) return { number, isNextQuiet: false };
  const guarded = guardedSettings(settings.learner);
  const tau = nextTau(guarded, Number(readGuard(guard).tau), t, hasReport);
  // After certainUntil a correction may be cut, and chances may then differ by more than the limit.
  return { number, isNextQuiet: tau <= 0 && t + 1 <= certainUntil(guarded, leastRules) };
}
