"use client";

import { refusalOf } from "#components/ui/api/refusal.ts";
import { PlanBoxes } from "#components/ui/files/plan-boxes.tsx";
import { ProblemSheet } from "#components/ui/files/problem-sheet.tsx";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/outcomes.ts";
import { formatList } from "#server/format.ts";
import type { UploadedOutcomes } from "./use-uploaded-outcomes.ts";

/** Counts of outcomes that are new, corrected, unchanged or refused, before anything is recorded. */
export function OutcomesPreview({ form: { place, plan, checkError } }: { form: UploadedOutcomes }) {
  if (checkError !== null) {
    return (
      <Notice tone="bad" live title={t.notCompared()}>
        {refusalOf(checkError).message}
      </Notice>
    );
  }
  if (plan === null) return <p className="text-ink-2">{t.columnsFirst()}</p>;
  return (
    <div className="grid gap-4">
      <PlanBoxes
        counts={{
          [t.countNew()]: plan?.newCount,
          [t.countCorrections()]: plan && correctedCount(plan),
          [t.countRecorded()]: plan?.unchangedCount,
          [t.countUnknown()]: plan?.silentCount,
          [t.countRefused()]: plan?.refusedCount,
        }}
      />
      {plan !== undefined && plan.corrections.length > 0 && (
        <Notice tone="warn" title={t.corrections({ list: formatList(plan.corrections.map(t.correctionOf)) })}>
          {t.correctionsNote()}
        </Notice>
      )}
      {plan !== undefined && plan.problems.length > 0 && (
        <>
          <p className="max-w-measure text-sm">{t.refusedNote()}</p>
          <ProblemSheet place={place} problems={plan.problems} count={plan.refusedCount} />
        </>
      )}
    </div>
  );
}

export function correctedCount({ corrections }: Pick<NonNullable<UploadedOutcomes["plan"]>, "corrections">) {
  return corrections.reduce((sum, { count }) => sum + count, 0);
}
