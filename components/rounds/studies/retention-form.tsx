"use client";

import { useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { useChange } from "#components/ui/api/use-change.ts";
import { Submit } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/retention.ts";

/** Form that sets after how many days past the end of the study features of people are deleted. */
export function RetentionForm({ studyId, days }: { studyId: string; days: number | null }) {
  const [typed, setTyped] = useState(days === null ? "" : String(days));
  const change = useChange(useTRPC().studies.changeRetention);
  const refusal = change.error && refusalOf(change.error);
  return (
    <form
      className="grid max-w-measure gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const number = typed.trim();
        change.mutate({ studyId, days: number === "" ? null : Number(number) });
      }}
    >
      <Field
        label={t.retentionDays()}
        hint={t.retentionHint()}
        inputMode="numeric"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={refusal?.fields.days}
      />
      <p className="text-sm text-ink-2">{t.retentionWhat()}</p>
      <Submit busy={change.isPending} act={t.changeRetention()} doing={t.changingRetention()} />
      {refusal && <Notice tone="bad" live title={refusal.message} />}
      {change.isSuccess && <Notice tone="good" live title={t.retentionChanged()} />}
    </form>
  );
}
