import { EmptyFigure } from "#components/ui/charts/empty-figure.tsx";
import { LimitChart } from "#components/ui/charts/limit-chart.tsx";
import { LossChart } from "#components/ui/charts/loss-chart.tsx";
import { MovedChart } from "#components/ui/charts/moved-chart.tsx";
import { PickedChart } from "#components/ui/charts/picked-chart.tsx";
import { ReportsChart } from "#components/ui/charts/reports-chart.tsx";
import { mostPoints, thinned } from "#components/ui/charts/thinned.ts";
import { tableAddress } from "#components/ui/study-addresses.ts";
import * as charts from "#messages/charts.ts";
import * as t from "#messages/policy.ts";
import { formatList, formatNumber, formatSignificant } from "#server/format.ts";
import type { GuardedOverview } from "#server/results/policy/guarded-overview.ts";
import type { Overview } from "#server/results/policy/read-overview.ts";
import { promiseReason, promiseWords } from "./promise-words.ts";
import { Yardsticks } from "./yardsticks.tsx";

/** Charts that are computed from the rounds: reports, wrong decisions, people picked. */
export function OverviewCharts({ studyId, overview }: Props) {
  const { closed } = overview;
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      {closed.length === 0 ? <NoReports overview={overview} /> : <ReportsFigure {...{ studyId, overview }} />}
      <div id="loss" className="min-w-0">
        {closed.some(isSupported) ? <Loss {...{ studyId, overview }} /> : <NoLoss closed={closed} />}
        <Yardsticks {...overview} />
      </div>
      {closed.length === 0 ? <NoPicked /> : <Picked {...{ studyId, overview }} />}
      <ThinnedNote roundCount={closed.length} />
    </div>
  );
}

type Props = { studyId: string; overview: Overview };

/** Sentence for a study with more rounds than a chart can show. */
export function ThinnedNote({ roundCount }: { roundCount: number }) {
  if (roundCount <= mostPoints) return null;
  return <p className="text-sm text-ink-2">{t.thinned({ shown: mostPoints, all: roundCount })}</p>;
}

/** Chart of the rounds that ended with a report, below what was promised. */
export function ReportsFigure({ studyId, overview: { closed, limit, guarded } }: Props) {
  return (
    <ReportsChart
      csv={tableAddress(studyId, "reports")}
      roundCount={closed.length}
      points={thinned(closed).map(({ round, t, reportedPairs, reportsSoFar }) => ({
        round,
        pairs: reportedPairs,
        soFar: reportsSoFar,
        most: guarded && (guarded.promise.most[t] ?? 0),
      }))}
    >
      {guarded === null ? (
        <LimitWords limit={limit} />
      ) : (
        <>
          <p>
            <b className="text-ink">{promiseWords(guarded)}</b>
          </p>
          <p>{promiseReason(guarded)}</p>
        </>
      )}
    </ReportsChart>
  );
}

function LimitWords({ limit }: Pick<Overview, "limit">) {
  if (limit === null) return <p>{charts.noLimitProven()}</p>;
  return (
    <>
      <p>{limit.from === null ? charts.provenNothing() : charts.provenFrom(limit.from)}</p>
      <p>
        {charts.provenFormula({
          formula: () => <span className="tabular-nums">{limit.formula}</span>,
          constants: limit.constants
            .map(({ symbol, value }) => `${symbol} = ${formatSignificant(value)}`)
            .join(", "),
        })}
      </p>
    </>
  );
}

/** Charts of the limit of mode `guarded`: how far chances may lie apart, and what it changed. */
export function LimitCharts({
  studyId,
  guarded: { rounds, alpha, step, pulled },
}: {
  studyId: string;
  guarded: GuardedOverview;
}) {
  return (
    <>
      {rounds.length === 0 ? (
        <EmptyFigure title={t.limitTitle()} note={t.limitChartNote()} kind="exact">
          {t.limitEmpty()}
        </EmptyFigure>
      ) : (
        <LimitChart
          csv={tableAddress(studyId, "limits")}
          points={thinned(rounds, ({ limit }) => limit)}
          isCut={rounds.some((round) => round.isCut)}
          alpha={alpha}
          step={step}
        />
      )}
      {pulled === null ? (
        <EmptyFigure title={t.limitedTitle()} note={t.limitedNote()} kind="exact">
          {rounds.length === 0 ? t.noRoundOpened() : t.limitedNothing()}
        </EmptyFigure>
      ) : (
        <MovedChart csv={tableAddress(studyId, "moved")} round={pulled.round} people={pulled.people} />
      )}
    </>
  );
}

function Loss({ studyId, overview: { closed, neverPickable, pendingCount, lostCount, guarded } }: Props) {
  // The chart names the newest mean.
  const settled = closed.findLastIndex(isSupported) + 1;
  return (
    <LossChart
      csv={tableAddress(studyId, "loss")}
      unknown={{
        ...{ neverPickable, pendingCount, lostCount },
        pendingRounds: closed.filter(({ loss }) => loss.pendingCount > 0).length,
      }}
      {...(guarded && { proven: t.lossProven() })}
      points={[...thinned(closed.slice(0, settled)), ...thinned(closed.slice(settled))].map((point) => ({
        round: point.round,
        people: point.personCount,
        picked: point.pickedCount,
        known: point.loss.knownCount,
        pending: point.loss.pendingCount,
        lost: point.loss.lostCount,
        mean: isSupported(point) ? supportedMean(point.meanLoss) : null,
      }))}
    />
  );
}

type Closed = Overview["closed"][number];

/** Returns whether the mean up to a settled round has enough outcomes behind it to be shown. */
function isSupported({ loss, meanLoss }: Closed): boolean {
  return loss.pendingCount === 0 && meanLoss?.isSupported === true;
}

function supportedMean(meanLoss: Closed["meanLoss"]) {
  if (meanLoss?.interval == null) return null;
  const { mean, interval, outcomeCount } = meanLoss;
  return { mean, ...interval, outcomeCount };
}

function Picked({ studyId, overview: { closed, isEvenDraw } }: Props) {
  return (
    <PickedChart
      isEven={isEvenDraw}
      csv={tableAddress(studyId, "picked")}
      points={thinned(closed).map(({ round, personCount, pickedCount, expectedCount }) => ({
        round,
        people: personCount,
        picked: pickedCount,
        expected: expectedCount,
      }))}
    />
  );
}

function NoReports({ overview: { openRounds, guarded } }: { overview: Overview }) {
  return (
    <EmptyFigure title={t.reportsTitle()} note={t.reportsNote()} kind="exact">
      {guarded && `${promiseReason(guarded)} `}
      {openRounds.length === 0
        ? t.reportsEmpty()
        : t.reportsOpen({ count: openRounds.length, rounds: formatList(openRounds.map(formatNumber)) })}
    </EmptyFigure>
  );
}

/** Shown if there are no outcomes: an estimate without outcomes would only repeat the chances. */
function NoLoss({ closed }: { closed: readonly Closed[] }) {
  const known = closed.reduce((total, { loss }) => total + loss.knownCount, 0);
  return (
    <EmptyFigure title={t.lossTitle()} note={t.lossNote()} kind="estimated">
      {closed.length === 0 ? t.lossNoRound() : t.lossEarly({ known })}
    </EmptyFigure>
  );
}

function NoPicked() {
  return (
    <EmptyFigure title={t.pickedTitle()} note={t.pickedNote()} kind="exact">
      {t.pickedEmpty()}
    </EmptyFigure>
  );
}
