"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Submit } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";
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
  const state = useMutation(useTRPC().report.state.mutationOptions());
  const [isSaved, setSaved] = useState(false);
  const { form, refusal, isBusy } = useForm(
    loadSchema,
    async (values) => {
      await state.mutateAsync(values);
      return () => setSaved(true);
    },
    { studyId },
  );
  return (
    <form {...form} className="grid max-w-measure gap-4">
      <p>{t.statementsNote()}</p>
      {fields.map((field) => (
        <TextField
          key={field}
          label={t.field({ field })}
          error={refusal.fields[field]}
          name={field}
          rows={3}
          maxLength={2_000}
          defaultValue={statements[field]?.text ?? ""}
        />
      ))}
      <Submit look="act" busy={isBusy} act={t.saveStatements()} />
      {refusal.message && <Notice tone="bad" title={refusal.message} live />}
      {isSaved && <Notice tone="good" title={t.statementsSaved()} live />}
    </form>
  );
}
