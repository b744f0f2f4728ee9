import { saveVerdict, takeBackVerdict } from "#db/queries/ballots.ts";
import type { VerdictWord } from "#server/log/verdicts.ts";
import type { App } from "#server/services/app/app.ts";
import { requireStudy, settingsOf } from "#server/services/studies/settings.ts";
import { requireEligible, requireJudging, requireSeat } from "./eligibility.ts";

type GivenVerdict = {
  readonly high: number;
  readonly low: number;
  readonly verdict: VerdictWord | null;
};

type Judging = {
  readonly studyId: string;
  readonly round: number;
  readonly accountId: string;
  /** The seat the verdicts were given from, where that is known. */
  readonly seat?: string | undefined;
};

/**
 * Saves verdicts on their way to a ballot; `verdict: null` takes one back. Saving the same again changes nothing.
 * @throws DomainError "round-closed", "deadline-passed", "not-on-panel", "pair-not-eligible"
 */
export function saveVerdicts(
  app: App,
  { studyId, round, accountId, seat }: Judging,
  verdicts: readonly GivenVerdict[],
): Promise<{ savedAt: number }> {
  return app.store.tx(async (tx) => {
    const savedAt = app.now();
    const settings = settingsOf(await requireStudy(tx, studyId));
    await requireJudging(tx, studyId, round, savedAt);
    const seatId = await requireSeat(tx, studyId, round, accountId, seat);
    await requireEligible(
      tx,
      { studyId, round, settings },
      verdicts.map(({ high, low }) => [high, low]),
    );
    for (const { high, low, verdict } of verdicts) {
      const key = { studyId, round, seatId, high, low };
      if (verdict === null) await takeBackVerdict(tx, key);
      else await saveVerdict(tx, { ...key, verdict, savedAt });
    }
    return { savedAt };
  });
}
