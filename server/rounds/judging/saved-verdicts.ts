import { saveVerdictRows, takeBackVerdicts } from "#db/queries/ballots.ts";
import { pairKey } from "#server/audit-log/pairs.ts";
import { tolerancesAskedIn } from "#server/audit-log/tolerance.ts";
import type { Verdict } from "#server/audit-log/verdicts.ts";
import type { App } from "#server/platform/app/app.ts";
import { refuseClock } from "#server/platform/app/clock-trouble.ts";
import { refuseDamaged } from "#server/platform/integrity/damaged.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";
import { readEligible, requireJudging, requireSeat } from "./judging-seat.ts";
import { toleranceProblem } from "./tolerances.ts";

type Pair = readonly [high: number, low: number];

type Judging = {
  readonly studyId: string;
  readonly round: number;
  readonly accountId: string;
  /** The seat the verdicts were given from, if known. */
  readonly seat?: string | undefined;
};

/** A verdict that was not saved, and why. */
export type RefusedVerdict = { readonly high: number; readonly low: number; readonly message: string };

/**
 * Saves verdicts that are not sealed yet, and deletes those withdrawn. Saving the same again changes nothing. A verdict
 * that does not fit the round is refused alone: the others are saved.
 * @throws DomainError "round-closed", "deadline-passed", "not-on-panel", "clock-behind", "clock-jumped", "study-damaged"
 */
export async function saveVerdicts(
  app: App,
  { studyId, round, accountId, seat }: Judging,
  verdicts: readonly Verdict[],
  withdrawn: readonly Pair[] = [],
): Promise<{ savedAt: number; refused: RefusedVerdict[] }> {
  refuseDamaged(app.store, studyId);
  return app.store.tx(async (tx) => {
    const savedAt = app.now();
    const study = await requireStudy(tx, studyId);
    refuseClock(app, study);
    const settings = settingsOf(study);
    const row = await requireJudging(tx, studyId, round, savedAt);
    const seatId = await requireSeat(tx, studyId, round, accountId, seat);
    const { chances, problemOfPair } = await readEligible(tx, { studyId, round: row, settings });
    const asked = tolerancesAskedIn(settings, row.tolerancePairs);
    const refused: RefusedVerdict[] = [];
    const fitting = lastOfEachPair(verdicts).filter((verdict) => {
      const [high, low] = verdict;
      const message = problemOfPair(high, low) ?? toleranceProblem(verdict, chances, asked);
      if (message !== undefined) refused.push({ high, low, message });
      return message === undefined;
    });
    const key = { studyId, round, seatId };
    await takeBackVerdicts(tx, key, withdrawn);
    await saveVerdictRows(tx, { ...key, savedAt }, fitting);
    return { savedAt, refused };
  });
}

/** Returns the last verdict for each pair. */
function lastOfEachPair(verdicts: readonly Verdict[]): Verdict[] {
  return [...new Map(verdicts.map((verdict) => [pairKey(verdict[0], verdict[1]), verdict])).values()];
}
