import { niceTop } from "#components/ui/charts/scale.ts";
import { series } from "#components/ui/charts/series.ts";
import { thinned } from "#components/ui/charts/thinned.ts";
import { type CellColumn, DataTable } from "#components/ui/table.tsx";
import * as charts from "#messages/charts.ts";
import * as t from "#messages/report.ts";
import { formatNumber, formatPerHundred } from "#server/format.ts";
import type { StudyReport } from "#server/results/report/read-report.ts";
import { SelectionTable } from "../groups/group-tables.tsx";
import { YardstickTable } from "../policy/yardsticks.tsx";
import { LineFigure, type ReportLine } from "./line-figure.tsx";
import { ReportSource } from "./report-source.tsx";

/** So many rounds fit next to a chart and on a sheet of paper; the files of the study have all of them. */
const mostRows = 12;

type Closed = StudyReport["rounds"]["closed"][number];

/** Mean chance and share picked of each round; none if both are the same in all rounds, as where picks are fixed. */
export function RoundsFigure({ report: { study, rounds, errors } }: { report: StudyReport }) {
  const { closed } = rounds;
  const last = closed.at(-1);
  if (last === undefined) return null;
  const chance = (round: Closed) => (100 * round.expectedCount) / round.personCount;
  const pickedOf = new Map(errors?.closed.map(({ round, pickedCount }) => [round, pickedCount]));
  const shareOf = (round: Closed) => (100 * (pickedOf.get(round.round) ?? 0)) / round.personCount;
  const printed = (of100: number) => formatPerHundred(of100 / 100);
  const same = printed(chance(last));
  // Most often two rounds show that they differ, and a long study has many.
  const isFlat = closed.every((round) => printed(chance(round)) === same && printed(shareOf(round)) === same);
  if (isFlat && errors !== null) return null;
  return (
    <LineFigure
      title={t.chancesTitle()}
      note={t.chancesNote()}
      kind="exact"
      label={t.chancesLabel({ mean: formatPerHundred(chance(last) / 100), round: last.round })}
      top={100}
      lines={[
        ...(errors === null ? [] : [lineOf(charts.pickedName(), series.first, closed, shareOf)]),
        lineOf(charts.meanChanceName(), series.second, closed, chance),
      ]}
    >
      <RoundTable
        caption={t.chancesTitle()}
        rounds={closed}
        columns={[
          [charts.people(), ({ personCount }) => formatNumber(personCount), { numeric: true }],
          [charts.meanChance(), (round) => formatPerHundred(chance(round) / 100), { numeric: true }],
          errors !== null && [
            charts.picked(),
            ({ round }) => formatNumber(pickedOf.get(round) ?? 0),
            { numeric: true },
          ],
          [t.opened(), ({ openedSeq }) => <ReportSource studyId={study.id} seq={openedSeq} />],
        ]}
      />
    </LineFigure>
  );
}

/** Rounds with a report, added up, below the most that were possible. */
export function ReportCountFigure({ report: { study, rounds, guarded, errors } }: { report: StudyReport }) {
  const { closed } = rounds;
  if (closed.length === 0) return null;
  let count = 0;
  const soFar = new Map<number, number>();
  for (const { round, reportedPairs } of closed) {
    count += reportedPairs > 0 ? 1 : 0;
    soFar.set(round, count);
  }
  const timeOf = new Map(errors?.closed.map(({ round, t: time }) => [round, time]));
  const mostOf = ({ round }: Closed) => guarded?.promise.most[timeOf.get(round) ?? 0] ?? 0;
  const countOf = ({ round }: Closed) => soFar.get(round) ?? 0;
  const most = guarded === null ? 0 : Math.max(...closed.map(mostOf));
  return (
    <LineFigure
      title={charts.reportsTitle()}
      note={guarded === null ? charts.reportsNote() : charts.promiseNote()}
      kind="exact"
      label={t.reportsLabel({ reports: count, rounds: closed.length })}
      top={Math.max(4, niceTop(Math.max(count, most)))}
      lines={[
        ...(guarded === null ? [] : [lineOf(charts.mostPossible(), series.second, closed, mostOf, true)]),
        lineOf(charts.reportsSoFar(), series.first, closed, countOf, true),
      ]}
    >
      <RoundTable
        caption={charts.reportsTitle()}
        rounds={closed}
        columns={[
          [t.pairs(), ({ pairCount }) => formatNumber(pairCount), { numeric: true }],
          [charts.reportedPairs(), ({ reportedPairs }) => formatNumber(reportedPairs), { numeric: true }],
          guarded !== null && [
            charts.mostPossible(),
            (round) => formatNumber(mostOf(round)),
            { numeric: true },
          ],
          [t.closed(), ({ seq }) => <ReportSource studyId={study.id} seq={seq} />],
        ]}
      />
    </LineFigure>
  );
}

/** Rates of selection and impact ratios of groups; small groups are withheld. */
export function GroupsFigure({ report: { study, groups } }: { report: StudyReport }) {
  return groups?.groupings.map((grouping) => (
    <SelectionTable
      key={grouping.columns.join()}
      grouping={grouping}
      least={groups.least}
      isAudit={study.isAudit}
    />
  ));
}

/** Wrong decisions so far, and those of the rules with which the study is compared. */
export function ErrorsFigure({ errors }: { errors: NonNullable<StudyReport["errors"]> }) {
  const { compared, unreportable, closed } = errors;
  const known = closed.flatMap(({ round, loss, meanLoss }) =>
    loss.pendingCount === 0 && meanLoss?.isSupported && meanLoss.interval !== null
      ? [{ round, mean: meanLoss.mean, ...meanLoss.interval }]
      : [],
  );
  const last = known.at(-1);
  if (compared?.policy.isSupported !== true || last === undefined) return null;
  const line = (name: string, look: ReportLine["look"], value: (one: typeof last) => number) => ({
    name,
    look,
    points: thinned(known).map((one) => [one.round, 100 * value(one)] as const),
  });
  return (
    <LineFigure
      title={charts.lossTitle()}
      note={charts.lossNote()}
      kind="estimated"
      label={t.errorsLabel({ mean: formatPerHundred(last.mean), round: last.round })}
      top={100}
      lines={[
        line(charts.meanSoFar(), series.first, ({ mean }) => mean),
        line(t.intervalLow(), series.rest, ({ low }) => low),
        line(t.intervalHigh(), series.rest, ({ high }) => high),
      ]}
    >
      <YardstickTable compared={compared} unreportable={unreportable} />
    </LineFigure>
  );
}

function RoundTable({
  caption,
  rounds,
  columns,
}: {
  caption: string;
  rounds: readonly Closed[];
  columns: readonly (CellColumn<Closed> | false)[];
}) {
  return (
    <>
      <DataTable
        bare
        fold
        caption={caption}
        rows={rounds.slice(-mostRows)}
        keyOf={({ round }) => round}
        columns={[[charts.round(), ({ round }) => formatNumber(round)], ...columns]}
      />
      {rounds.length > mostRows && (
        <p className="pt-2 text-sm text-ink-2">{t.olderRounds({ count: rounds.length - mostRows })}</p>
      )}
    </>
  );
}

function lineOf(
  name: string,
  look: ReportLine["look"],
  rounds: readonly Closed[],
  value: (round: Closed) => number,
  isStepped = false,
): ReportLine {
  return { name, look, isStepped, points: thinned(rounds).map((round) => [round.round, value(round)]) };
}
