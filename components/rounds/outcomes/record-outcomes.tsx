"use client";

import { ConfirmFile } from "#components/ui/files/confirm-file.tsx";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/outcomes.ts";
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
      title={t.recordTitle()}
      note={t.recordNote()}
      isReady={count > 0}
      action={t.recordOutcomes({ count })}
      doing={t.recording()}
      counted={t.recorded()}
      failed={({ message, done, total }) => (
        <Notice tone="bad" live title={t.interrupted()}>
          {message} {t.interruptedNote({ done, total })}
        </Notice>
      )}
      done={(receipt) => <Done receipt={receipt} />}
    />
  );
}

function Done({ receipt }: { receipt: Receipt }) {
  const { newCount, correctedCount: corrected, presentCount, changedCount, refusedCount } = receipt;
  return (
    <Notice tone="good" live title={t.lastRecorded()}>
      {t.receipt({
        added: newCount,
        corrected,
        present: presentCount,
        changed: changedCount,
        refused: refusedCount,
      })}
    </Notice>
  );
}
