import { Link } from "#components/ui/link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { ResearchDetails } from "#components/ui/research-details.tsx";
import { Sheet, SheetBody } from "#components/ui/sheet.tsx";
import { dataAddress } from "#components/ui/study-addresses.ts";
import * as t from "#messages/distances.ts";
import { neededAnswers } from "#server/analysis/distances/estimate.ts";
import { formatDecimal, formatPoints } from "#server/format.ts";
import type { DistancesView } from "#server/results/distances/read-distances.ts";
import { IntervalsFigure } from "./intervals-figure.tsx";
import { ComparedTable, WeightsTable } from "./metric-tables.tsx";

/** The panel's distances: whether the estimate predicts its answers, what each field counts, and pair by pair. */
export function DistancesBody({ studyId, view }: { studyId: string; view: DistancesView }) {
  const { alpha, listed, pairCount, answered, metric, fields } = view;
  if (pairCount === 0) {
    return (
      <Sheet>
        <SheetBody className="text-ink-2">{t.none()}</SheetBody>
      </Sheet>
    );
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

function Metric({
  metric,
  fields,
}: { metric: NonNullable<DistancesView["metric"]> } & Pick<DistancesView, "fields">) {
  const { weights, blur, accuracy } = metric;
  const { unfair, acceptable, baseline, gain, isBetter } = accuracy;
  const right = unfair.right + acceptable.right;
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
        <WeightsTable weights={weights} fields={fields} />
        <ComparedTable accuracy={accuracy} />
      </div>
    </>
  );
}
