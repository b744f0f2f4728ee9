import type { RoundDecision } from "#server/audit-log/decision-rule.ts";
import type { EntryBody } from "#server/audit-log/entries.ts";
import type { SelectedPanel } from "#server/audit-log/panel-selection.ts";

/** A checked panel: its current seats by place, the seats that replace them, and how they decide. */
export type CheckedPanel = Pick<SelectedPanel, "panel" | "reserve" | "quotas"> & {
  readonly decision: RoundDecision;
};

/** Checks the panel of `round.opened` or `round.drawn`: with the public number that its lot awaited, or null. */
export type CheckPanel = (
  logged: Pick<EntryBody<"round.opened">, "panel" | "neededFlags" | "rule">,
  signature: string | null,
) => CheckedPanel;

/** The panel of a round whose lot still awaits a public number. */
export const noPanel: CheckedPanel = {
  ...{ panel: [], reserve: [], quotas: [] },
  decision: { neededFlags: 1, rule: null },
};
