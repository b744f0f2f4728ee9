"use client";

import { refusalOf } from "#components/ui/api/refusal.ts";
import { PlanBoxes } from "#components/ui/files/plan-boxes.tsx";
import { ProblemSheet } from "#components/ui/files/problem-sheet.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { formatNumber } from "#server/format.ts";
import type { UploadedOutcomes } from "./use-uploaded-outcomes.ts";

const valueWords = { yes: "yes", no: "no", lost: "lost" } as const;

/** Counts of outcomes that are new, corrected, unchanged or refused, before anything is recorded. */
export function OutcomesPreview({ form: { place, plan, checkError } }: { form: UploadedOutcomes }) {
  if (checkError !== null) {
    return (
      <Notice tone="bad" live title="The rows could not be compared.">
        {refusalOf(checkError).message}
      </Notice>
    );
  }
  if (plan === null) return <p className="text-ink-2">Choose the columns first.</p>;
  return (
    <div className="grid gap-4">
      <PlanBoxes
        counts={{
          New: plan?.newCount,
          Corrections: plan && correctedCount(plan),
          "Recorded already": plan?.unchangedCount,
          "Not yet known": plan?.silentCount,
          "Refused rows": plan?.refusedCount,
        }}
      />
      {plan !== undefined && plan.corrections.length > 0 && (
        <Notice tone="warn" title="Corrections are additions:">
          {plan.corrections
            .map(
              ({ from, to, count }) => `${formatNumber(count)} from ${valueWords[from]} to ${valueWords[to]}`,
            )
            .join(", ")}
          . What stood there before stays in the record.
        </Notice>
      )}
      {plan !== undefined && plan.problems.length > 0 && (
        <>
          <p className="max-w-measure text-sm">
            The refused rows are left out; correct them in your file and upload it again. All other rows are
            recorded, once: what is recorded already is not recorded twice.
          </p>
          <ProblemSheet place={place} problems={plan.problems} count={plan.refusedCount} />
        </>
      )}
    </div>
  );
}

export function correctedCount({ corrections }: Pick<NonNullable<UploadedOutcomes["plan"]>, "corrections">) {
  return corrections.reduce((sum, { count }) => sum + count, 0);
}
