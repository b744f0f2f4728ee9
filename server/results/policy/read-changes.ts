import { fewestOutcomes } from "#server/analysis/findings/loss-estimate.ts";
import type { App } from "#server/platform/app/app.ts";
import { readChangedPairs } from "./read-changed-pairs.ts";
import { readOverview } from "./read-overview.ts";

/** Reads what the panel has changed in a study so far: the reported pairs then and now. */
export async function readChanges(app: App, studyId: string) {
  const { closed, ...overview } = await readOverview(app, studyId);
  // Unjudged pairs count as not flagged; unknown outcomes are left out.
  const ground = {
    closedCount: closed.length,
    reportCount: closed.filter(({ reportedPairs }) => reportedPairs > 0).length,
    knownCount: closed.reduce((total, { loss }) => total + loss.knownCount, 0),
    pendingCount: overview.pendingCount,
    lostCount: overview.lostCount,
    pairCount: closed.reduce((total, { pairCount }) => total + pairCount, 0),
    unjudgedCount: closed.reduce((total, { unjudgedCount }) => total + unjudgedCount, 0),
  };
  const isEarly = ground.reportCount === 0 && ground.knownCount < fewestOutcomes;
  /** Null: too early to see. */
  const changed = isEarly ? null : await readChangedPairs(app, { studyId });
  return { ground, changed };
}

export type Changes = Awaited<ReturnType<typeof readChanges>>;
export type Ground = Changes["ground"];
