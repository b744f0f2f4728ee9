import { listDecisions, listViolations } from "#db/queries/draws.ts";
import type { RoundRow } from "#db/queries/rounds.ts";
import type { Reader } from "#db/store/store.ts";
import { isAudit, type LearningSettings, type StudySettings } from "#server/audit-log/entries.ts";
import { readGuard } from "#server/audit-log/guard.ts";
import { certainUntil, nextTau } from "#server/learner/guarded/allowance.ts";
import { guardedSettings } from "#server/learner/guarded/settings.ts";

/** Results of the round that closed last. */
export type LastRound = {
  readonly number: number;
  readonly personCount: number;
  /** How many people it picked; null in an audit, which picks none. */
  readonly pickedCount: number | null;
  readonly pairCount: number;
  readonly reported: readonly { readonly high: number; readonly low: number; readonly flagCount: number }[];
  /** How far apart chances could be in it, and can be in the next round; null if no limit is kept. Shares of 1. */
  readonly limit: {
    readonly before: number;
    readonly next: number;
    /** Whether the next round certainly has no pair to judge: the limit is the smallest difference that is judged. */
    readonly isNextQuiet: boolean;
  } | null;
};

/** Reads the results of a round. @param round a closed one */
export async function readLastRound(
  db: Reader,
  studyId: string,
  settings: StudySettings,
  round: RoundRow,
): Promise<LastRound> {
  const decisions = await listDecisions(db, studyId, [round.number]);
  const reported = await listViolations(db, studyId, [round.number]);
  return {
    number: round.number,
    personCount: decisions.length,
    pickedCount: isAudit(settings) ? null : decisions.filter(({ selected }) => selected === 1).length,
    pairCount: round.pairCount,
    reported: reported.map(({ high, low, flagCount }) => ({ high, low, flagCount })),
    limit: isAudit(settings) ? null : limitAfter(settings, round, reported.length > 0),
  };
}

/** Every class has at least the two constant rules. */
const leastRules = 2;

function limitAfter(
  { learner }: LearningSettings,
  { guard, t }: RoundRow,
  hasReport: boolean,
): LastRound["limit"] {
  if (guard === null) return null;
  const settings = guardedSettings(learner);
  const tau = nextTau(settings, Number(readGuard(guard).tau), t, hasReport);
  return {
    before: Number(readGuard(guard).limit),
    next: settings.alpha + Math.max(0, tau),
    // After certainUntil a correction may be cut, and chances may then differ by more than the limit.
    isNextQuiet: tau <= 0 && t + 1 <= certainUntil(settings, leastRules),
  };
}
