"use client";

import { useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Submit } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { useSend } from "#components/ui/use-send.ts";
import * as t from "#messages/reportForms.ts";
import type { Statements } from "#server/results/report/statements.ts";
import type { ReportField } from "#server/study/report-forms.ts";

const loadSchema = async () => (await import("#server/schemas/report.ts")).stateFieldsSchema;

/** Form for what the log does not know: the operator's statements in the fields of a report. */
export function StatementsForm({
  studyId,
  fields,
  statements,
}: {
  studyId: string;
  fields: readonly ReportField[];
  statements: Statements;
}) {
  const [isSaved, setSaved] = useState(false);
  const { form, field, refusal, isBusy } = useForm(
    loadSchema,
    useSend(useTRPC().report.state, () => setSaved(true)),
    { studyId },
  );
  return (
    <form {...form} className="grid max-w-measure gap-4">
      <p>{t.statementsNote()}</p>
      {fields.map((name) => (
        <TextField
          key={name}
          label={t.field({ field: name })}
          {...field(name)}
          rows={3}
          maxLength={2_000}
          defaultValue={statements[name]?.text ?? ""}
        />
      ))}
      <Submit look="act" busy={isBusy} act={t.saveStatements()} />
      {refusal.message && <Notice tone="bad" title={refusal.message} live />}
      {isSaved && <Notice tone="good" title={t.statementsSaved()} live />}
    </form>
  );
}
