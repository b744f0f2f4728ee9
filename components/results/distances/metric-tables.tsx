import { KindBadge } from "#components/ui/charts/kind-badge.tsx";
import { Sheet, SheetFooter, SheetHeader } from "#components/ui/sheet.tsx";
import { DataTable } from "#components/ui/table.tsx";
import * as t from "#messages/distances.ts";
import type { FieldWeight, MetricAccuracy } from "#server/analysis/distances/estimate.ts";
import type { FieldWords } from "#server/study/words.ts";
import { answerInWords, weightInWords } from "./distance-words.ts";

/** What a difference in each shown field counts in the estimate, the heaviest field first. */
export function WeightsTable({
  weights,
  fields,
}: {
  weights: readonly FieldWeight[];
  fields: readonly FieldWords[];
}) {
  const rows = weights.flatMap((weight) => {
    const field = fields[weight.field];
    return field === undefined ? [] : [weightInWords(weight, field)];
  });
  return (
    <Sheet ruled>
      <Head title={t.weightsTitle()} note={t.weightsNote()} />
      <DataTable
        caption={t.weightsTitle()}
        fold
        rows={rows}
        keyOf={({ difference }) => difference}
        columns={[
          [t.fieldHead(), ({ difference }) => difference],
          [t.countsHead(), ({ counts }) => counts, { numeric: true }],
        ]}
      />
      <SheetFooter>{t.weightsHint()}</SheetFooter>
    </Sheet>
  );
}

/** How often the panel gave each answer, and the estimate the same one. */
export function ComparedTable({ accuracy: { unfair, acceptable } }: { accuracy: MetricAccuracy }) {
  return (
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
