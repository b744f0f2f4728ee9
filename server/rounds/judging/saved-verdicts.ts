import { saveVerdictRows, takeBackVerdicts } from "#db/queries/ballots.ts";
import { pairKey } from "#server/audit-log/pairs.ts";
import { tolerancesAskedIn } from "#server/audit-log/tolerance.ts";
import type { Verdict } from "#server/audit-log/verdicts.ts";
import type { App } from "#server/platform/app/app.ts";
import { refuseClock } from "#server/platform/app/clock-trouble.ts";
import { refuseDamaged } from "#server/platform/integrity/damaged.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";
import { requireEligible, requireJudging, requireSeat } from "./judging-seat.ts";
import { requireTolerances } from "./tolerances.ts";

type Pair = readonly [high: number, low: number];

type Judging = {
  readonly studyId: string;
  readonly round: number;
  readonly accountId: string;
  /** The seat the verdicts were given from, if known. */
  readonly seat?: string | undefined;
};

/**
 * Saves verdicts that are not sealed yet, and deletes those withdrawn. Saving the same again changes nothing.
 * @throws DomainError "round-closed", "deadline-passed", "not-on-panel", "pair-not-eligible", "tolerance-wrong",
 *   "clock-behind", "clock-jumped", "study-damaged"
 */
export async function saveVerdicts(
  app: App,
  { studyId, round, accountId, seat }: Judging,
  verdicts: readonly Verdict[],
  withdrawn: readonly Pair[] = [],
): Promise<{ savedAt: number }> {
  refuseDamaged(app.store, studyId);
  return app.store.tx(async (tx) => {
    const savedAt = app.now();
    const study = await requireStudy(tx, studyId);
    refuseClock(app, study);
    const settings = settingsOf(study);
    const row = await requireJudging(tx, studyId, round, savedAt);
    const seatId = await requireSeat(tx, studyId, round, accountId, seat);
    const pairs = [...verdicts, ...withdrawn].map(([high, low]): Pair => [high, low]);
    const chances = await requireEligible(tx, { studyId, round: row, settings }, pairs);
    requireTolerances(tolerancesAskedIn(settings, row.tolerancePairs), chances, verdicts);
    const key = { studyId, round, seatId };
    await takeBackVerdicts(tx, key, withdrawn);
    await saveVerdictRows(tx, { ...key, savedAt }, lastOfEachPair(verdicts));
    return { savedAt };
  });
}

/** Returns the last verdict for each pair. */
function lastOfEachPair(verdicts: readonly Verdict[]): Verdict[] {
  return [...new Map(verdicts.map((verdict) => [pairKey(verdict[0], verdict[1]), verdict])).values()];
}
