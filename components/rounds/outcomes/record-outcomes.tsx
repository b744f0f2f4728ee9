"use client";

import { ConfirmFile } from "#components/ui/files/confirm-file.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { formatCount, formatNumber } from "#server/format.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { correctedCount } from "./outcomes-preview.tsx";
import type { UploadedOutcomes } from "./use-uploaded-outcomes.ts";

type Receipt = Extract<Outputs["outcomes"]["file"]["confirmed"], { state: "done" }>["receipt"];

/** Button that records the previewed outcomes, and the result. */
export function RecordOutcomes({ form }: { form: UploadedOutcomes }) {
  const { plan } = form;
  const count = plan ? plan.newCount + correctedCount(plan) : 0;
  return (
    <ConfirmFile
      form={form}
      title="Record"
      note="Each outcome is an entry of the log."
      isReady={count > 0}
      action={count === 0 ? "Nothing to record" : `Record ${outcomes(count)}`}
      doing="Recording"
      counted="outcomes recorded"
      failed={({ message, done, total }) => (
        <Notice tone="bad" live title="It was cut off.">
          {message} {formatNumber(done)} of {formatNumber(total)} had their turn and stay recorded. The
          preview shows the rest: go on with it.
        </Notice>
      )}
      done={(receipt) => <Done receipt={receipt} />}
    />
  );
}

function Done({ receipt }: { receipt: Receipt }) {
  const { newCount, correctedCount: corrected, presentCount, changedCount, refusedCount } = receipt;
  const parts = [
    `${formatNumber(newCount)} new, ${formatNumber(corrected)} corrected.`,
    presentCount > 0 && `${formatNumber(presentCount)} stood there already when their turn came.`,
    changedCount > 0 &&
      `${formatNumber(changedCount)} were left alone, because somebody recorded something else meanwhile.`,
    refusedCount > 0 && `${formatCount(refusedCount, "row was", "rows were")} refused.`,
  ];
  return (
    <Notice tone="good" live title="The last file is recorded.">
      {parts.filter(Boolean).join(" ")}
    </Notice>
  );
}

function outcomes(count: number): string {
  return `${formatCount(count, "outcome")}`;
}
