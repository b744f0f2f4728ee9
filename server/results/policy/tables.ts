import { csvLine } from "#server/analysis/tables/formats/csv-line.ts";
import type { App } from "#server/platform/app/app.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";
import { findingsTables } from "../panel/tables.ts";
import { readChanges } from "./read-changes.ts";
import { readOverview } from "./read-overview.ts";
import { readPolicyView } from "./read-policy.ts";
import { readVerdicts } from "./read-verdicts.ts";

/** Tables of mode `guarded`; in other studies they have only a header line. */
const guardedTables = { limits: limitLines, moved: movedLines, verdicts: verdictLines };

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

type Lines = AsyncGenerator<string>;

/**
 * Streams a table of the results as a CSV file, line by line; undefined if there is no such table.
 * @throws DomainError "not-found", "study-not-ready", before anything was sent
 */
export async function readResultsTable(app: App, studyId: string, table: string): Promise<Lines | undefined> {
  await app.store.read(async (db) => settingsOf(await requireStudy(db, studyId)));
  return Object.hasOwn(tables, table) ? tables[table]?.(app, studyId) : undefined;
}

const tables: Readonly<Record<string, (app: App, studyId: string) => Lines>> = {
  reports: reportLines,
  loss: lossLines,
  picked: pickedLines,
  rules: ruleLines,
  ...guardedTables,
  changed: changedLines,
  ...findingsTables,
};

async function* reportLines(app: App, studyId: string): Lines {
  const { closed, limit, guarded } = await readOverview(app, studyId);
  const last = guarded ? "most that were possible" : "proven limit";
  yield csvLine(["round", "t", "reported pairs", "rounds with a report so far", last]);
  for (const [index, { round, t, reportedPairs, reportsSoFar }] of closed.entries()) {
    const most = guarded ? guarded.promise.most[t] : limit?.values[index];
    yield csvLine([round, t, reportedPairs, reportsSoFar, most ?? null]);
  }
}

async function* lossLines(app: App, studyId: string): Lines {
  const { closed } = await readOverview(app, studyId);
  yield csvLine([
    ...["round", "people", "picked", "outcomes pending", "outcomes lost"],
    ...["wrong per person (estimate), at least", "wrong per person (estimate), at most"],
    ...["mean so far (estimate)", "95% interval from", "95% interval to", "settled rounds in the mean"],
    "known outcomes in the mean",
  ]);
  for (const { round, personCount, pickedCount, loss, meanLoss } of closed) {
    yield csvLine([
      ...[round, personCount, pickedCount, loss.pendingCount, loss.lostCount, loss.low, loss.high],
      ...[meanLoss?.mean ?? null, meanLoss?.interval?.low ?? null, meanLoss?.interval?.high ?? null],
      ...[meanLoss?.roundCount ?? 0, meanLoss?.outcomeCount ?? 0],
    ]);
  }
}

async function* pickedLines(app: App, studyId: string): Lines {
  const { closed } = await readOverview(app, studyId);
  yield csvLine(["round", "people", "picked", "share picked", "mean chance"]);
  for (const { round, personCount, pickedCount, expectedCount } of closed) {
    yield csvLine([round, personCount, pickedCount, pickedCount / personCount, expectedCount / personCount]);
  }
}

async function* ruleLines(app: App, studyId: string): Lines {
  const { comparison } = await readPolicyView(app, studyId);
  yield csvLine(["rule", "share", "share before"]);
  for (const { rule, share, before } of [...(comparison?.heaviest ?? []), ...(comparison?.fallen ?? [])]) {
    yield csvLine([rule, share, before]);
  }
}

/** Lists the reported pairs then and now; while it is too early to see, only a header line. */
async function* changedLines(app: App, studyId: string): Lines {
  const { changed } = await readChanges(app, studyId);
  yield csvLine([
    ...["round", "higher chance: person", "lower chance: person", "flags", "annulled"],
    ...["higher then", "lower then", "higher then, before the limit", "lower then, before the limit"],
    ...["higher now", "lower now", "higher now, before the limit", "lower now, before the limit"],
  ]);
  for (const { round, high, low, flagCount, annulledIn, atReport, now } of changed?.pairs ?? []) {
    yield csvLine([
      ...[round, high + 1, low + 1, flagCount, annulledIn === null ? "no" : "yes"],
      ...[atReport.high, atReport.low, atReport.baseHigh, atReport.baseLow],
      ...[now.high, now.low, now.baseHigh, now.baseLow],
    ]);
  }
}
