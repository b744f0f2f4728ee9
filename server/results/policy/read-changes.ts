import { fewestOutcomes } from "#server/analysis/findings/loss-estimate.ts";
import type { App } from "#server/platform/app/app.ts";
import { type ChangedPairsView, readChangedPairs } from "./read-changed-pairs.ts";
import { readOverview } from "./read-overview.ts";

/** Amount of data behind the figures. Unjudged pairs count as not flagged; unknown outcomes are left out. */
export type Ground = {
  readonly closedCount: number;
  readonly reportCount: number;
  readonly knownCount: number;
  readonly pendingCount: number;
  readonly lostCount: number;
  readonly pairCount: number;
  readonly unjudgedCount: number;
};

export type Changes = {
  readonly ground: Ground;
  /** Null: too early to see. */
  readonly seen: { readonly changed: ChangedPairsView } | null;
};

/** Reads what the panel has changed in a study so far: the reported pairs then and now. */
export async function readChanges(app: App, studyId: string): Promise<Changes> {
  const { closed, ...overview } = await readOverview(app, studyId);
  const ground: Ground = {
    closedCount: closed.length,
    reportCount: closed.filter(({ reportedPairs }) => reportedPairs > 0).length,
    knownCount: closed.reduce((total, { loss }) => total + loss.knownCount, 0),
    pendingCount: overview.pendingCount,
    lostCount: overview.lostCount,
    pairCount: closed.reduce((total, { pairCount }) => total + pairCount, 0),
    unjudgedCount: closed.reduce((total, { unjudgedCount }) => total + unjudgedCount, 0),
  };
  if (ground.reportCount === 0 && ground.knownCount < fewestOutcomes) return { ground, seen: null };
  return { ground, seen: { changed: await readChangedPairs(app, { studyId }) } };
}
