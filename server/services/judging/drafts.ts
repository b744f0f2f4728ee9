import { listDrafts, removeDraft, saveDraft } from "#db/queries/ballots.ts";
import { findStudy } from "#db/queries/studies.ts";
import { DomainError } from "#server/errors.ts";
import type { VerdictWord } from "#server/log/entries.ts";
import type { App } from "#server/services/app/app.ts";
import { settingsOf } from "#server/services/studies/settings.ts";
import { requireEligible, requireJudging, requireSeat } from "./eligibility.ts";

export type VerdictDraft = {
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
export function saveDrafts(
  app: App,
  { studyId, round, accountId, seat }: Judging,
  drafts: readonly VerdictDraft[],
): Promise<{ savedAt: number }> {
  return app.store.tx(async (tx) => {
    const savedAt = app.now();
    const study = await findStudy(tx, studyId);
    if (study === undefined) throw new DomainError("not-found", "There is no such study.");
    await requireJudging(tx, studyId, round, savedAt);
    const seatId = await requireSeat(tx, studyId, round, accountId, seat);
    const settings = settingsOf(study);
    await requireEligible(
      tx,
      { studyId, round, settings },
      drafts.map(({ high, low }) => [high, low]),
    );
    for (const { high, low, verdict } of drafts) {
      const key = { studyId, round, seatId, high, low };
      if (verdict === null) await removeDraft(tx, key);
      else await saveDraft(tx, { ...key, verdict, savedAt });
    }
    return { savedAt };
  });
}

/** The auditor's own saved verdicts of a round, and nobody else's. */
export function readDrafts(app: App, { studyId, round, accountId }: Judging) {
  return app.store.read(async (db) => {
    const seatId = await requireSeat(db, studyId, round, accountId);
    return listDrafts(db, { studyId, round, seatId });
  });
}
