import * as t from "#messages/settingProblems.ts";
import type { PanelQuota, PanelSelection } from "#server/audit-log/panel-schemas.ts";
import type { Missing, SettingsDraft } from "#server/study/draft.ts";
import { atSetting } from "#server/study/missing-field.ts";
import type { PanelSelectionDraft, QuotaDraft } from "#server/study/panel-selection-draft.ts";

/**
 * What is wrong with typed quotas: a number, or the least above the most; none at all; a quota without a name; two
 * quotas of one value.
 */
export type QuotaProblem = "range" | "none" | "unnamed" | "twice";

/**
 * Returns how panels are chosen, or what is wrong with the quotas.
 *
 * @param size the number of seats on a panel; used by a lot and by turns
 */
export function selectionOf(
  { how, quotas }: PanelSelectionDraft,
  size: number,
): PanelSelection | QuotaProblem {
  if (how === "everyone" || how === "by-operator") return { how, size: null };
  if (how !== "stratified") return { how, size };
  const read = readQuotas(quotas, size);
  return typeof read === "string" ? read : { how, size, quotas: read };
}

/** Reads the quotas that were typed. An empty field means 0, or the size of the panel. */
function readQuotas(typed: readonly QuotaDraft[], size: number): PanelQuota[] | QuotaProblem {
  const quotas = typed
    .filter(({ least, most }) => least.trim() !== "" || most.trim() !== "")
    .map(({ attribute, value, least, most }) => ({
      ...{ attribute: attribute.trim(), value: value.trim() },
      ...{ least: Number(least), most: most.trim() === "" ? size : Number(most) },
    }));
  if (quotas.length === 0) return "none";
  if (quotas.some(({ attribute, value }) => attribute === "" || value === "")) return "unnamed";
  const values = new Set(quotas.map(({ attribute, value }) => JSON.stringify([attribute, value])));
  if (values.size < quotas.length) return "twice";
  const isCount = (value: number) => Number.isInteger(value) && value >= 0;
  const isWell = quotas.every(({ least, most }) => isCount(least) && isCount(most) && least <= most);
  return isWell ? quotas : "range";
}

/** Returns quotas as they are typed. */
export function typedQuotas(selection: PanelSelection): QuotaDraft[] {
  if (selection.how !== "stratified") return [];
  return selection.quotas.map(({ least, most, ...named }) => ({
    ...{ ...named, least: String(least), most: String(most) },
  }));
}

/** Returns what is wrong with how a draft with a valid number of seats chooses panels. */
export function selectionProblems({ panelSelection, seats }: SettingsDraft): Missing[] {
  const selection = selectionOf(panelSelection, Number(seats));
  if (typeof selection !== "string") return [];
  return [atSetting("panelSelection.quotas", t.quotaProblem({ problem: selection }))];
}

/** Returns how a draft without problems chooses panels: of as many auditors as it plans. */
export function selectionIn({ panelSelection, seats }: SettingsDraft): PanelSelection {
  const selection = selectionOf(panelSelection, Number(seats));
  if (typeof selection === "string") throw new Error(`a draft with wrong quotas: ${selection}`);
  return selection;
}
