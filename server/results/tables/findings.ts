import { listClosedNumbers } from "#db/queries/rounds.ts";
import type { Findings, Share } from "#server/analysis/findings/findings.ts";
import { answeredPairs } from "#server/analysis/findings/played-round.ts";
import { disputedIn } from "#server/analysis/findings/tally.ts";
import type { TableRow } from "#server/analysis/tables/base/table.ts";
import type { App } from "#server/platform/app/app.ts";
import { listShownFields } from "#server/rounds/shown-fields.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";
import { readSeats } from "#server/workers/findings-tasks.ts";
import { countFindings } from "../panel/count-findings.ts";
import { playedRounds } from "../panel/played-rounds.ts";

/** Tables of the page of findings; without rows before the first close. */
export const findingsTables = {
  "findings-reports": {
    columns: ["rounds", "with_report", "share", "share_from", "share_to", "annulled_pairs"],
    rows: ofFindings(({ reports: { rounds, reports, low, high, annulledPairs } }) => [
      [rounds, reports, reports / rounds, low, high, annulledPairs],
    ]),
  },
  "findings-fields": {
    columns: [
      ...["field", "pairs", "more", "equal", "less", "other", "blank"],
      ...["share", "share_from", "share_to"],
    ],
    rows: ofFindings(({ fields }, labels) =>
      fields.flatMap(({ field, ...kinds }) =>
        (["reported", "accepted"] as const).map((kind) => {
          const { more, equal, less, other, blank } = kinds[kind].of;
          return [labels[field] ?? null, kind, more, equal, less, other, blank, ...shareCells(kinds[kind])];
        }),
      ),
    ),
  },
  "findings-agreement": {
    columns: ["krippendorff_alpha", "alpha_from", "alpha_to", "rounds"],
    rows: ofFindings(({ agreement: { alpha, interval, rounds } }) => [
      [alpha, interval?.low ?? null, interval?.high ?? null, rounds],
    ]),
  },
  "findings-seats": {
    columns: ["seat", "rounds", "pairs", "looked_at", "unfair", "acceptable", "unsure"],
    rows: ofFindings(({ seats }) =>
      seats.map(({ id, rounds, asked, unfair, acceptable, unsure }) => [
        ...[id, rounds, asked, unfair + acceptable + unsure, unfair, acceptable, unsure],
      ]),
    ),
  },
  "findings-reliability": {
    columns: ["seat", "looked_at", "unfair", "share", "share_from", "share_to"],
    rows: ofFindings(({ reliability }) =>
      reliability.map(({ id, flagged }) => [id, flagged.total, flagged.count, ...shareCells(flagged)]),
    ),
  },
  "findings-needed": {
    columns: [
      ...["seats", "needed_flags_then", "needed_flags", "rounds", "with_report", "share_from", "share_to"],
      ...["pairs", "reported_pairs"],
    ],
    rows: ofFindings(({ needed: groups }) =>
      groups.flatMap(({ seatCount, neededFlags, rounds, pairs, by }) =>
        by.map(({ needed, reports, reportedPairs, interval }) => [
          ...[seatCount, neededFlags, needed, rounds, reports, interval.low, interval.high],
          ...[pairs, reportedPairs],
        ]),
      ),
    ),
  },
  "findings-disagreements": {
    columns: ["round", "high", "low", "flags", "needed_flags", "reported", "annulled", "seat", "verdict"],
    rows: disagreementRows,
  },
};

function ofFindings(rows: (findings: Findings, labels: readonly string[]) => TableRow[]) {
  return async (app: App, studyId: string) => {
    const findings = await countFindings(app, studyId);
    if (findings === null) return [];
    const fields = await app.store.read(async (db) =>
      listShownFields(db, studyId, settingsOf(await requireStudy(db, studyId))),
    );
    return rows(
      findings,
      fields.map(({ label }) => label),
    );
  };
}

function shareCells({ count, total, interval }: Share): TableRow {
  return [total === 0 ? null : count / total, interval?.low ?? null, interval?.high ?? null];
}

/** Yields every pair that the panel disagreed on, one row for each seat. */
async function* disagreementRows(app: App, studyId: string): AsyncGenerator<TableRow> {
  const { numbers, roundSize } = await app.store.read(async (db) => ({
    numbers: await listClosedNumbers(db, studyId),
    roundSize: settingsOf(await requireStudy(db, studyId)).learner.roundSize,
  }));
  for await (const rounds of playedRounds(app, studyId, { numbers, roundSize })) {
    for (const { seats: stored, ...round } of rounds) {
      const seats = readSeats(stored);
      for (const pair of disputedIn({ ...round, seats }, answeredPairs({ seats }))) {
        const counts = [round.number, pair.high, pair.low, pair.flagCount, round.neededFlags];
        const row = [...counts, pair.isReported, pair.isAnnulled];
        for (const { seat, word } of pair.answers) yield [...row, seat, word ?? "not_looked_at"];
      }
    }
  }
}
