import { csvLine } from "#server/analysis/tables/formats/csv-line.ts";
import type { App } from "#server/platform/app/app.ts";
import { readChanges } from "./read-changes.ts";

type Lines = AsyncGenerator<string>;

/** Tables of what the panel changed; while it is too early to see, they have only a header line. */
export const changeTables = { changed: changedLines, kinds: kindLines };

async function* changedLines(app: App, studyId: string): Lines {
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

async function* kindLines(app: App, studyId: string): Lines {
  const kinds = (await readChanges(app, studyId)).seen?.kinds;
  yield csvLine([
    ...["first rule", "picked by it", "second rule", "picked by it as well", "people", "round"],
    ...[
      "mean chance before the limit",
      "moved by flags",
      "by outcomes",
      "by estimates at closes",
      "by the pace",
    ],
  ]);
  for (const { answers, personCount, points } of kinds?.kinds ?? []) {
    const said = [0, 1].flatMap((rule) => [kinds?.rules[rule] ?? null, wordOf(answers[rule])]);
    for (const { round, chance, flags, outcomes, closes, rest } of points) {
      yield csvLine([...said, personCount, round ?? "next", chance, flags, outcomes, closes, rest]);
    }
  }
}

function wordOf(answer: boolean | undefined): string | null {
  return answer === undefined ? null : answer ? "yes" : "no";
}
