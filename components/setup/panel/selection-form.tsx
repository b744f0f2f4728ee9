"use client";

import { useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { useChange } from "#components/ui/api/use-change.ts";
import { Submit } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/panelSelection.ts";
import * as problems from "#messages/settingProblems.ts";
import { isOrdered } from "#server/audit-log/panel-ways.ts";
import type { Outputs } from "#server/http/outputs.ts";
import type { PanelSelectionDraft } from "#server/study/panel-selection-draft.ts";
import { type QuotaProblem, selectionOf, typedQuotas } from "#server/study/settings/panel-selection.ts";
import { quotaRows } from "./quotas.ts";
import { SelectionFields } from "./selection-fields.tsx";

type Panel = Outputs["panel"]["read"];

/** Form that changes how the panels of a study's next rounds are chosen. */
export function SelectionForm({
  studyId,
  panel: { selection, seats, gamma, rule },
}: {
  studyId: string;
  panel: Pick<Panel, "selection" | "seats" | "gamma" | "rule">;
}) {
  const [typed, setTyped] = useState<PanelSelectionDraft>({
    how: selection.how,
    quotas: typedQuotas(selection),
  });
  const [size, setSize] = useState(String(selection.size ?? gamma.denominator));
  const change = useChange(useTRPC().panel.changeSelection);
  const refusal = change.error && refusalOf(change.error);
  const rows = quotaRows(typed.quotas, seats);
  const [problem, setProblem] = useState<QuotaProblem | null>(null);
  return (
    <form
      className="grid max-w-measure grid-cols-[minmax(0,1fr)] gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const chosen = selectionOf(typed, Number(size));
        const isWhole = typeof chosen !== "string";
        setProblem(isWhole ? null : chosen);
        if (isWhole) change.mutate({ studyId, selection: chosen });
      }}
    >
      <SelectionFields selection={typed} onChange={setTyped} rows={rows} rule={rule?.kind}>
        {isOrdered(typed.how) && (
          <Field
            label={t.size()}
            inputMode="numeric"
            value={size}
            onChange={(event) => setSize(event.target.value)}
            error={refusal?.fields["selection.size"]}
          />
        )}
      </SelectionFields>
      {problem !== null && <Notice tone="bad" live title={problems.quotaProblem({ problem })} />}
      <Submit busy={change.isPending} act={t.change()} doing={t.changing()} />
      {refusal && <Notice tone="bad" live title={refusal.message} />}
      {change.isSuccess && <Notice tone="good" live title={t.changed()} />}
    </form>
  );
}
