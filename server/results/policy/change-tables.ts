import { csvLine } from "#server/analysis/tables/formats/csv-line.ts";
import type { App } from "#server/platform/app/app.ts";
import { readChanges } from "./read-changes.ts";

type Lines = AsyncGenerator<string>;

/** Lists the reported pairs then and now; while it is too early to see, only a header line. */
export async function* changedLines(app: App, studyId: string): Lines {
  const { seen } = await readChanges(app, studyId);
  yield csvLine([
    ...["round", "higher chance: person", "lower chance: person", "flags", "annulled"],
    ...["higher then", "lower then", "higher then, before the limit", "lower then, before the limit"],
    ...["higher now", "lower now", "higher now, before the limit", "lower now, before the limit"],
  ]);
  for (const { round, high, low, flagCount, annulledIn, atReport, now } of seen?.changed.pairs ?? []) {
    yield csvLine([
      ...[round, high + 1, low + 1, flagCount, annulledIn === null ? "no" : "yes"],
      ...[atReport.high, atReport.low, atReport.baseHigh, atReport.baseLow],
      ...[now.high, now.low, now.baseHigh, now.baseLow],
    ]);
  }
}
