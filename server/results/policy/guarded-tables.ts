import { csvLine } from "#server/analysis/tables/formats/csv-line.ts";
import type { App } from "#server/platform/app/app.ts";
import { readOverview } from "./read-overview.ts";
import { readVerdicts } from "./read-verdicts.ts";

type Lines = AsyncGenerator<string>;

/** Tables of mode `guarded`; in other studies they have only a header line. */
export const guardedTables = { limits: limitLines, moved: movedLines, verdicts: verdictLines };

async function* limitLines(app: App, studyId: string): Lines {
  const { guarded } = await readOverview(app, studyId);
  yield csvLine([
    ...["round", "t", "ended in a report", "tau", "limit"],
    ...["largest difference before", "largest difference shown", "moved by, of 1", "cut", "spent so far"],
  ]);
  for (const { round, t, hasReport, tau, limit, baseSpread, spread, pull, isCut, spent } of guarded?.rounds ??
    []) {
    const reported = hasReport === null ? null : yesNo(hasReport);
    yield csvLine([round, t, reported, tau, limit, baseSpread, spread, pull, yesNo(isCut), spent]);
  }
}

async function* movedLines(app: App, studyId: string): Lines {
  const { guarded } = await readOverview(app, studyId);
  yield csvLine(["round", "person", "chance before the limit", "chance"]);
  for (const [index, { base, chance }] of (guarded?.pulled?.people ?? []).entries()) {
    yield csvLine([guarded?.pulled?.round ?? null, index + 1, base, chance]);
  }
}

async function* verdictLines(app: App, studyId: string): Lines {
  const remembered = await readVerdicts(app, studyId);
  yield csvLine([
    ...["round", "higher chance: person", "lower chance: person"],
    ...["apart when it was reported", "kept closer than", "apart now", "binding", "openings left"],
  ]);
  for (const { round, high, low, gapThen, bound, gapNow, isBinding, openingsLeft } of remembered?.verdicts ??
    []) {
    yield csvLine([round, high + 1, low + 1, gapThen, bound, gapNow, yesNo(isBinding), openingsLeft]);
  }
}

function yesNo(is: boolean): string {
  return is ? "yes" : "no";
}
