import { listViolations } from "#db/queries/draws.ts";
import { listPlacesOf } from "#db/queries/round-seats.ts";
import { findRound, listClosedNumbers } from "#db/queries/rounds.ts";
import { isAudit } from "#server/audit-log/entries.ts";
import type { App } from "#server/platform/app/app.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";
import { type ChangedPairsView, readChangedPairs } from "./read-changed-pairs.ts";

/** Outcome of the last round that an auditor judged. */
export type Became = {
  readonly round: number;
  readonly closedAt: number;
  /** The pairs that the panel reported, by positions. */
  readonly reported: readonly { readonly high: number; readonly low: number; readonly flagCount: number }[];
  /** Whether the study audits a rule, which no report changes. */
  readonly isAudit: boolean;
  /**
   * Current chances of the two people of each pair; null before a later round is opened, and where nothing can have
   * moved.
   */
  readonly changed: ChangedPairsView | null;
};

/**
 * Reads the last closed round that had a pair to judge and this auditor on its panel: what was reported and, once a
 * later round is open, both people's chances under its policy next to the judged ones. Nothing of a round that is not
 * closed.
 *
 * @returns null before the first such round was closed
 */
export async function readBecame(
  app: App,
  { studyId, accountId }: { studyId: string; accountId: string },
): Promise<Became | null> {
  const last = await app.store.read(async (db) => {
    const study = await requireStudy(db, studyId);
    const places = await listPlacesOf(db, { studyId, accountId });
    const own = new Set(places.filter(({ pairCount }) => pairCount > 0).map(({ round }) => round));
    const number = (await listClosedNumbers(db, studyId)).findLast((closed) => own.has(closed));
    const round = number === undefined ? undefined : await findRound(db, studyId, number);
    if (number === undefined || round === undefined) return null;
    const { closedAt } = round;
    return {
      round: number,
      closedAt: closedAt ?? 0,
      reported: (await listViolations(db, studyId, [number])).map(({ high, low, flagCount }) => ({
        ...{ high, low, flagCount },
      })),
      isAudit: isAudit(settingsOf(study)),
      isFollowed: study.roundCount > number,
    };
  });
  if (last === null) return null;
  const { isFollowed, ...became } = last;
  const mayHaveMoved = isFollowed && !became.isAudit && became.reported.length > 0;
  return {
    ...became,
    changed: mayHaveMoved ? await readChangedPairs(app, { studyId, round: became.round }) : null,
  };
}
