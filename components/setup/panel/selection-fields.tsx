import type { ReactNode } from "react";
import * as t from "#messages/panelSelection.ts";
import { selectionWays } from "#server/audit-log/panel-ways.ts";
import type { DecisionRuleDraft } from "#server/study/decision-rule-draft.ts";
import type { PanelSelectionDraft } from "#server/study/panel-selection-draft.ts";
import { Choices } from "../choices.tsx";
import { QuotaTable } from "./quota-table.tsx";
import type { QuotaRow } from "./quotas.ts";
import { selectionChoices } from "./selection-words.ts";

/** Fields that choose who judges a round, of a draft or of a published study. */
export function SelectionFields({
  selection,
  onChange,
  rows,
  rule,
  children,
}: {
  selection: PanelSelectionDraft;
  onChange: (selection: PanelSelectionDraft) => void;
  /** The rows of the auditors' values; absent in a draft, whose operator types the values. */
  rows?: readonly QuotaRow[];
  /** The kind of the rule of decision. */
  rule: DecisionRuleDraft["kind"] | undefined;
  /** Shown above the quotas. */
  children?: ReactNode;
}) {
  const { how, quotas } = selection;
  return (
    <>
      {(rule === "member" || rule === "groups") && <p className="text-sm text-ink-2">{t.notWithRule()}</p>}
      <Choices
        legend={t.question()}
        value={how}
        choices={selectionChoices(selectionWays)}
        onChange={(chosen) => onChange({ ...selection, how: chosen })}
      />
      {children}
      {how === "stratified" && (
        <QuotaTable
          rows={rows ?? quotas.map((quota) => ({ ...quota, available: null }))}
          isTyped={rows === undefined}
          onChange={(changed) =>
            onChange({ ...selection, quotas: changed.map(({ available: _, ...quota }) => quota) })
          }
        />
      )}
    </>
  );
}
