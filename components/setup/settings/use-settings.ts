"use client";

import type { SettingsDraft, StepName } from "#server/study/draft.ts";
import { useDraft } from "../draft-context.tsx";

type NumeralField = {
  [Name in keyof SettingsDraft]: string extends SettingsDraft[Name] ? Name : never;
}[keyof SettingsDraft];

/** Field at which a problem of the settings is shown: a setting, or one of a group. */
type SettingsField =
  | keyof SettingsDraft
  | `asking.${keyof SettingsDraft["asking"]}`
  | `decisionRule.${keyof SettingsDraft["decisionRule"]}`
  | `guarded.${keyof SettingsDraft["guarded"]}`
  | `panelSelection.${keyof SettingsDraft["panelSelection"]}`
  | `picks.${keyof SettingsDraft["picks"]}`
  | `prior.${keyof SettingsDraft["prior"]}`;

/** Steps that contain settings: the start is next to the rules. */
const steps: readonly StepName[] = ["settings", "rules"];

/** Returns the settings with their problems, and the props of fields that change them. */
export function useSettings() {
  const { draft, missing, isChecked, shown, change } = useDraft();
  const { settings } = draft;
  const set = (part: Partial<SettingsDraft>) => change({ settings: { ...settings, ...part } });
  const errorOf = (field: SettingsField) =>
    shown.find((problem) => problem.field === field && steps.includes(problem.step))?.message;
  const isWell = (field: SettingsField) =>
    isChecked && !missing.some((problem) => problem.field === field && steps.includes(problem.step));
  const numeralOf = (field: SettingsField, value: string, change: (typed: string) => void) => ({
    value,
    error: errorOf(field),
    inputMode: "decimal" as const,
    autoComplete: "off",
    maxLength: 40,
    onChange: (event: { target: { value: string } }) => change(event.target.value),
  });
  const numeral = (field: NumeralField) =>
    numeralOf(field, settings[field], (typed) => set({ [field]: typed }));
  const isAudit = draft.kind === "audit";
  /** Returns whether the study learns in a mode. An audit does not learn. */
  const isIn = (mode: SettingsDraft["mode"]) => !isAudit && settings.mode === mode;
  return { settings, isAudit, isIn, set, errorOf, isWell, numeral, numeralOf };
}
