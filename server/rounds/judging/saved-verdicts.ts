import { saveVerdictRows, takeBackVerdicts } from "#db/queries/ballots.ts";
import type { VerdictWord } from "#server/audit-log/verdicts.ts";
import type { App } from "#server/platform/app/app.ts";
import { refuseClock } from "#server/platform/app/clock-trouble.ts";
import { refuseDamaged } from "#server/platform/integrity/damaged.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";
import { requireEligible, requireJudging, requireSeat } from "./judging-seat.ts";
import { requireTolerances } from "./tolerances.ts";

type GivenVerdict = {
  readonly high: number;
  readonly low: number;
  readonly verdict: VerdictWord | null;
  /** Points of difference that would still be acceptable. */
  readonly tolerance?: number | undefined;
};

type Judging = {
  readonly studyId: string;
  readonly round: number;
  readonly accountId: string;
  /** The seat the verdicts were given from, if known. */
  readonly seat?: string | undefined;
};

/**
 * Saves verdicts that are not sealed yet; `verdict: null` deletes one. Saving the same again changes nothing.
 * @throws DomainError "round-closed", "deadline-passed", "not-on-panel", "pair-not-eligible", "tolerance-wrong",
 *   "clock-behind", "clock-jumped", "study-damaged"
 */
export async function saveVerdicts(
  app: App,
  { studyId, round, accountId, seat }: Judging,
  verdicts: readonly GivenVerdict[],
): Promise<{ savedAt: number }> {
  refuseDamaged(app.store, studyId);
  return app.store.tx(async (tx) => {
    const savedAt = app.now();
    const study = await requireStudy(tx, studyId);
    refuseClock(app, study);
    const settings = settingsOf(study);
    await requireJudging(tx, studyId, round, savedAt);
    const seatId = await requireSeat(tx, studyId, round, accountId, seat);
    const chances = await requireEligible(
      tx,
      { studyId, round, settings },
      verdicts.map(({ high, low }) => [high, low]),
    );
    requireTolerances(
      settings,
      chances,
      verdicts.map(({ high, low, verdict: word, tolerance }) => ({ high, low, word, tolerance })),
    );
    const key = { studyId, round, seatId };
    const last = lastOfEachPair(verdicts);
    await takeBackVerdicts(
      tx,
      key,
      last.filter(({ verdict }) => verdict === null),
    );
    const given = last.filter(isWord).map((one) => ({ ...one, tolerance: one.tolerance ?? null }));
    await saveVerdictRows(tx, { ...key, savedAt }, given);
    return { savedAt };
  });
}

/** Returns the last verdict for each pair. */
function lastOfEachPair(verdicts: readonly GivenVerdict[]): GivenVerdict[] {
  return [...new Map(verdicts.map((given) => [`${given.high} ${given.low}`, given])).values()];
}

function isWord(given: GivenVerdict): given is GivenVerdict & { verdict: VerdictWord } {
  return given.verdict !== null;
}
