"use client";

import { useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { useChange } from "#components/ui/api/use-change.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/panelSelection.ts";
import type { PanelSelection } from "#server/audit-log/panel-schemas.ts";
import type { SelectionWay } from "#server/audit-log/panel-ways.ts";
import { Choices } from "../choices.tsx";
import { selectionChoices } from "./selection-words.ts";

/** Form that changes how the panels of a study's next rounds are chosen. */
export function SelectionForm({
  studyId,
  selection,
  usualSize,
}: {
  studyId: string;
  selection: PanelSelection;
  /** The number of auditors that the settings plan for. */
  usualSize: number;
}) {
  const [how, setHow] = useState<SelectionWay>(selection.how);
  const [size, setSize] = useState(String(selection.size ?? usualSize));
  const change = useChange(useTRPC().panel.changeSelection);
  const refusal = change.error && refusalOf(change.error);
  const isCounted = how === "by-lot" || how === "rotation";
  return (
    <form
      className="grid max-w-measure gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate({ studyId, selection: isCounted ? { how, size: Number(size) } : { how, size: null } });
      }}
    >
      <Choices legend={t.question()} value={how} choices={selectionChoices()} onChange={setHow} />
      {isCounted && (
        <Field
          label={t.size()}
          inputMode="numeric"
          value={size}
          onChange={(event) => setSize(event.target.value)}
          error={refusal?.fields["selection.size"]}
        />
      )}
      <Button type="submit" busy={change.isPending} className="w-fit">
        {change.isPending ? t.changing() : t.change()}
      </Button>
      {refusal && <Notice tone="bad" live title={refusal.message} />}
      {change.isSuccess && <Notice tone="good" live title={t.changed()} />}
    </form>
  );
}
