import type { DistancePair } from "#server/analysis/distances/distance-pairs.ts";
import { mostPairs } from "#server/analysis/distances/estimate.ts";
import { shownTypes } from "#server/audit-log/docket.ts";
import type { App } from "#server/platform/app/app.ts";
import { keptUntilClose } from "#server/results/kept-until-close.ts";
import { shownFieldsOf } from "#server/results/panel/count-findings.ts";
import { playedRounds } from "#server/results/panel/played-rounds.ts";
import { listShownFields } from "#server/rounds/shown-fields.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";

/** Reads what a study's closed rounds say about the panel's distance between people. */
export async function readDistances(app: App, studyId: string) {
  const distances = await keptUntilClose(app, studyId, "distances", async ({ settings, numbers }) => {
    const { alpha, roundSize } = settings.learner;
    const fields = shownFieldsOf(settings);
    const pairs: DistancePair[] = [];
    // The newest rounds first, until there are enough pairs.
    for await (const rounds of playedRounds(app, studyId, { numbers: numbers.toReversed(), roundSize })) {
      pairs.push(...(await app.pool.run("findDistancePairs", { rounds, fields, alpha })));
      if (pairs.length >= mostPairs) break;
    }
    pairs.sort((a, b) => b.round - a.round);
    return app.pool.run("estimatePairs", { pairs: pairs.slice(0, mostPairs), types: shownTypes(settings) });
  });
  return app.store.read(async (db) => {
    const settings = settingsOf(await requireStudy(db, studyId));
    return {
      ...distances,
      /** The difference that is always accepted, as logged. */
      alpha: settings.learner.alpha,
      /** The shown fields, which the metric compares. */
      fields: await listShownFields(db, studyId, settings),
    };
  });
}

export type DistancesView = Awaited<ReturnType<typeof readDistances>>;
