"use client";

import { useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { useChange } from "#components/ui/api/use-change.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/panelSelection.ts";
import * as lot from "#messages/stratifiedLot.ts";
import type { PanelSelection } from "#server/audit-log/panel-schemas.ts";
import { type SelectionWay, selectionWays } from "#server/audit-log/panel-ways.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { Choices } from "../choices.tsx";
import { QuotaTable } from "./quota-table.tsx";
import { quotaRows, readQuotas } from "./quotas.ts";
import { selectionChoices } from "./selection-words.ts";

type Panel = Outputs["panel"]["read"];

/** Form that changes how the panels of a study's next rounds are chosen. */
export function SelectionForm({
  studyId,
  panel: { selection, seats, gamma },
}: {
  studyId: string;
  panel: Pick<Panel, "selection" | "seats" | "gamma">;
}) {
  const [how, setHow] = useState<SelectionWay>(selection.how);
  const [size, setSize] = useState(String(selection.size ?? gamma.denominator));
  const [typed, setTyped] = useState<ReturnType<typeof quotaRows> | null>(null);
  const change = useChange(useTRPC().panel.changeSelection);
  const refusal = change.error && refusalOf(change.error);
  const rows = typed ?? quotaRows(selection, seats);
  const chosen = selectionOf(how, Number(size), readQuotas(rows, Number(size)));
  const [problem, setProblem] = useState<"range" | "none" | null>(null);
  return (
    <form
      className="grid max-w-measure grid-cols-[minmax(0,1fr)] gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const isWhole = typeof chosen !== "string";
        setProblem(isWhole ? null : chosen);
        if (isWhole) change.mutate({ studyId, selection: chosen });
      }}
    >
      <Choices
        legend={t.question()}
        value={how}
        choices={selectionChoices(selectionWays)}
        onChange={setHow}
      />
      {how !== "everyone" && how !== "by-operator" && (
        <Field
          label={t.size()}
          inputMode="numeric"
          value={size}
          onChange={(event) => setSize(event.target.value)}
          error={refusal?.fields["selection.size"]}
        />
      )}
      {how === "stratified" && <QuotaTable rows={rows} onChange={setTyped} />}
      {problem !== null && (
        <Notice tone="bad" live title={problem === "range" ? lot.quotaRange() : lot.quotaNeeded()} />
      )}
      <Button type="submit" busy={change.isPending} className="w-fit">
        {change.isPending ? t.changing() : t.change()}
      </Button>
      {refusal && <Notice tone="bad" live title={refusal.message} />}
      {change.isSuccess && <Notice tone="good" live title={t.changed()} />}
    </form>
  );
}

/** Returns the selection as it is typed, or what is wrong with its quotas. */
function selectionOf(
  how: SelectionWay,
  size: number,
  quotas: ReturnType<typeof readQuotas>,
): PanelSelection | "range" | "none" {
  if (how === "everyone" || how === "by-operator") return { how, size: null };
  if (how !== "stratified") return { how, size };
  return typeof quotas === "string" ? quotas : { how, size, quotas };
}
