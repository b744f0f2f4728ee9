import { listClosedNumbers } from "#db/queries/rounds.ts";
import { answeredPairs } from "#server/analysis/findings/played-round.ts";
import { disputedIn } from "#server/analysis/findings/tally.ts";
import { csvLine } from "#server/analysis/tables/formats/csv-line.ts";
import type { App } from "#server/platform/app/app.ts";
import { listShownFields } from "#server/rounds/shown-fields.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";
import { readSeats } from "#server/workers/findings-tasks.ts";
import { countFindings } from "./count-findings.ts";
import { playedRounds } from "./played-rounds.ts";

type Lines = AsyncGenerator<string>;

/** Tables of the page of findings as CSV files; only their header lines before the first close. */
export const findingsTables: Readonly<Record<string, (app: App, studyId: string) => Lines>> = {
  "findings-reports": reportLines,
  "findings-fields": fieldLines,
  "findings-agreement": agreementLines,
  "findings-seats": seatLines,
  "findings-reliability": reliabilityLines,
  "findings-needed": neededLines,
  "findings-disagreements": disagreementLines,
};

async function* reportLines(app: App, studyId: string): Lines {
  yield csvLine([
    "rounds",
    "with a report",
    "share",
    "95% interval from",
    "95% interval to",
    "annulled pairs",
  ]);
  const findings = await countFindings(app, studyId);
  if (findings === null) return;
  const { reports, rounds, annulledPairs, low, high } = findings.reports;
  yield csvLine([rounds, reports, reports / rounds, low, high, annulledPairs]);
}

async function* fieldLines(app: App, studyId: string): Lines {
  yield csvLine([
    ...["field", "pairs", "lower chance: more", "equal", "less", "another value", "blank"],
    ...["share with equal or more (of words: equal)", "95% interval from", "95% interval to"],
  ]);
  const findings = await countFindings(app, studyId);
  const fields = await app.store.read(async (db) =>
    listShownFields(db, studyId, settingsOf(await requireStudy(db, studyId))),
  );
  for (const { field, ...kinds } of findings?.fields ?? []) {
    for (const kind of ["reported", "accepted"] as const) {
      const { of, count, total, interval } = kinds[kind];
      const share = total === 0 ? null : count / total;
      yield csvLine([
        ...[fields[field]?.label ?? null, kind, of.more, of.equal, of.less, of.other, of.blank],
        ...[share, interval?.low ?? null, interval?.high ?? null],
      ]);
    }
  }
}

async function* agreementLines(app: App, studyId: string): Lines {
  yield csvLine(["Krippendorff's alpha", "95% interval from", "95% interval to", "rounds"]);
  const findings = await countFindings(app, studyId);
  if (findings === null) return;
  const { alpha, interval, rounds } = findings.agreement;
  yield csvLine([alpha, interval?.low ?? null, interval?.high ?? null, rounds]);
}

async function* seatLines(app: App, studyId: string): Lines {
  yield csvLine(["seat", "rounds", "pairs", "looked at", "unfair", "acceptable", "not sure"]);
  for (const seat of (await countFindings(app, studyId))?.seats ?? []) {
    const { id, rounds, asked, unfair, acceptable, unsure } = seat;
    yield csvLine([id, rounds, asked, unfair + acceptable + unsure, unfair, acceptable, unsure]);
  }
}

async function* reliabilityLines(app: App, studyId: string): Lines {
  yield csvLine([...["seat", "looked at", "unfair", "share", "95% interval from", "95% interval to"]]);
  for (const { id, flagged } of (await countFindings(app, studyId))?.reliability ?? []) {
    const { count, total, interval } = flagged;
    const share = total === 0 ? null : count / total;
    yield csvLine([id, total, count, share, interval?.low ?? null, interval?.high ?? null]);
  }
}

async function* neededLines(app: App, studyId: string): Lines {
  yield csvLine([
    ...["seats", "needed flags then", "needed flags", "rounds", "with a report"],
    ...["95% interval from", "95% interval to", "pairs", "reported pairs"],
  ]);
  for (const { seatCount, neededFlags, rounds, pairs, by } of (await countFindings(app, studyId))?.needed ??
    []) {
    for (const { needed, reports, reportedPairs, interval } of by) {
      yield csvLine([
        ...[seatCount, neededFlags ?? "", needed, rounds, reports, interval.low, interval.high, pairs],
        reportedPairs,
      ]);
    }
  }
}

/** Yields every pair that the panel disagreed on, one line for each seat. */
async function* disagreementLines(app: App, studyId: string): Lines {
  yield csvLine([
    ...["round", "higher chance: person", "lower chance: person", "flags", "needed flags", "reported"],
    ...["annulled", "seat", "verdict"],
  ]);
  const { numbers, roundSize } = await app.store.read(async (db) => ({
    numbers: await listClosedNumbers(db, studyId),
    roundSize: settingsOf(await requireStudy(db, studyId)).learner.roundSize,
  }));
  for await (const rounds of playedRounds(app, studyId, { numbers, roundSize })) {
    for (const { seats: stored, ...round } of rounds) {
      const seats = readSeats(stored);
      for (const pair of disputedIn({ ...round, seats }, answeredPairs({ seats }))) {
        const counts = [round.number, pair.high + 1, pair.low + 1, pair.flagCount, round.neededFlags];
        const line = [...counts, ...[pair.isReported, pair.isAnnulled].map((is) => (is ? "yes" : "no"))];
        for (const { seat, word } of pair.answers) yield csvLine([...line, seat, word ?? "not looked at"]);
      }
    }
  }
}
