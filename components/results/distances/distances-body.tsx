import { KindBadge } from "#components/ui/charts/kind-badge.tsx";
import { Link } from "#components/ui/link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { ResearchDetails } from "#components/ui/research-details.tsx";
import { EmptySheet, Sheet, SheetFooter, SheetHeader } from "#components/ui/sheet.tsx";
import { dataAddress } from "#components/ui/study-addresses.ts";
import { DataTable } from "#components/ui/table.tsx";
import * as t from "#messages/distances.ts";
import { neededAnswers } from "#server/analysis/distances/estimate.ts";
import { formatDecimal, formatPoints } from "#server/format.ts";
import type { DistancesView } from "#server/results/distances/read-distances.ts";
import { answerInWords, weightInWords } from "./distance-words.ts";
import { IntervalsFigure } from "./intervals-figure.tsx";

/** The panel's distances: whether the estimate predicts its answers, what each field counts, and pair by pair. */
export function DistancesBody({ studyId, view }: { studyId: string; view: DistancesView }) {
  const { alpha, listed, pairCount, answered, metric, fields } = view;
  if (pairCount === 0) {
    return <EmptySheet>{t.none()}</EmptySheet>;
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <p className="max-w-measure">{t.meaning({ alpha: formatPoints(Number(alpha), 2) })}</p>
      {metric === null ? (
        <Notice
          title={t.tooFew({ ...neededAnswers, hasPairs: answered.pairs, hasRounds: answered.rounds })}
        />
      ) : (
        <Metric metric={metric} fields={fields} />
      )}
      <IntervalsFigure pairs={listed} count={pairCount} />
      <p className="text-sm text-ink-2">
        {t.allData({
          b: (text) => <b>{text}</b>,
          data: (text) => <Link href={dataAddress(studyId)}>{text}</Link>,
        })}
      </p>
    </div>
  );
}

/**
 * How often the estimate gives the panel's answers, what a difference in each field counts in it, the heaviest first, and
 * how often the panel gave each answer.
 */
function Metric({
  metric,
  fields,
}: { metric: NonNullable<DistancesView["metric"]> } & Pick<DistancesView, "fields">) {
  const { weights, blur, accuracy } = metric;
  const { unfair, acceptable, baseline, gain, isBetter } = accuracy;
  const right = unfair.right + acceptable.right;
  const counted = weights.flatMap((weight) => {
    const field = fields[weight.field];
    return field === undefined ? [] : [weightInWords(weight, field)];
  });
  return (
    <>
      {!isBetter && (
        <Notice tone="warn" title={t.noBetter()}>
          {t.noBetterWhy()}
        </Notice>
      )}
      <div>
        <p className="text-xl text-balance">
          {t.accuracy({ right, count: unfair.count + acceptable.count, baseline })}
        </p>
        <ResearchDetails about={t.comparedTitle()}>
          <p className="max-w-measure text-sm text-ink-2">{t.fitHow({ blur: formatPoints(blur) })}</p>
          <p className="max-w-measure text-sm text-ink-2">
            {t.chanceHow({ low: formatDecimal(100 * gain.low, 1), high: formatDecimal(100 * gain.high, 1) })}
          </p>
        </ResearchDetails>
      </div>
      <div className="grid gap-6 lg:grid-cols-2">
        <Sheet ruled>
          <Head title={t.weightsTitle()} note={t.weightsNote()} />
          <DataTable
            caption={t.weightsTitle()}
            fold
            rows={counted}
            keyOf={({ difference }) => difference}
            columns={[
              [t.fieldHead(), ({ difference }) => difference],
              [t.countsHead(), ({ counts }) => counts, { numeric: true }],
            ]}
          />
          <SheetFooter>{t.weightsHint()}</SheetFooter>
        </Sheet>
        <Sheet ruled>
          <Head title={t.comparedTitle()} note={t.comparedNote()} />
          <DataTable
            caption={t.comparedTitle()}
            fold
            rows={[
              { ...unfair, isUnfair: true },
              { ...acceptable, isUnfair: false },
            ]}
            keyOf={({ isUnfair }) => String(isUnfair)}
            columns={[
              [t.saidHead(), answerInWords],
              [t.pairs(), ({ count }) => count, { numeric: true }],
              [t.same(), ({ right }) => right, { numeric: true }],
            ]}
          />
        </Sheet>
      </div>
    </>
  );
}

function Head({ title, note }: { title: string; note: string }) {
  return (
    <SheetHeader>
      <div className="min-w-0 flex-1">
        <h2>{title}</h2>
        <p className="text-sm text-ink-2">{note}</p>
      </div>
      <KindBadge kind="estimated" />
    </SheetHeader>
  );
}
