import { expect, it } from "vitest";
import type { SettingsDraft } from "#server/study/draft.ts";
import { newDraft } from "#server/study/empty-draft.ts";
import { panelProblems } from "#server/study/settings/panel.ts";
import { selectionIn, selectionOf, typedQuotas } from "#server/study/settings/panel-selection.ts";

const draft = (panelSelection: SettingsDraft["panelSelection"]): SettingsDraft => ({
  ...newDraft("", 0).settings,
  panelSelection,
});
const row = { attribute: "region", value: "north", least: "1", most: "2" };

it("reads quotas: an empty field sets no bound, an empty row is ignored", () => {
  const read = (least: string, most: string) => {
    const selection = selectionOf({ how: "stratified", quotas: [{ ...row, least, most }] }, 5);
    return typeof selection === "string" || selection.how !== "stratified" ? selection : selection.quotas;
  };
  const named = { attribute: "region", value: "north" };
  expect(read("2", "")).toEqual([{ ...named, least: 2, most: 5 }]);
  expect(read(" ", "2")).toEqual([{ ...named, least: 0, most: 2 }]);
  expect(read("", "")).toBe("none");
  for (const [least, most] of [
    ["3", "2"],
    ["a", ""],
    ["1.5", "3"],
    ["-1", "1"],
  ] as const) {
    expect(read(least, most)).toBe("range");
  }
});

it("accepts a draft's lot with quotas, for a panel of the planned size", () => {
  const settings = draft({ how: "stratified", quotas: [{ ...row, attribute: " region " }] });
  expect(panelProblems(settings)).toEqual([]);
  const quotas = [{ attribute: "region", value: "north", least: 1, most: 2 }];
  expect(selectionIn(settings)).toEqual({ how: "stratified", size: 5, quotas });
  expect(typedQuotas(selectionIn(settings))).toEqual([row]);
  expect(selectionIn(draft({ how: "by-lot", quotas: [row] }))).toEqual({ how: "by-lot", size: 5 });
  expect(selectionIn(draft({ how: "everyone", quotas: [row] }))).toEqual({ how: "everyone", size: null });
});

it.each([
  [[], "Enter at least one quota."],
  [[{ ...row, value: " " }], "Enter an attribute and a value for each quota."],
  [[row, { ...row, least: "0" }], "Each value can have one quota."],
  [[{ ...row, least: "3" }], "Enter whole numbers, with at least not above at most."],
])("reports the errors in a draft's quotas: %o", (quotas, message) => {
  expect(panelProblems(draft({ how: "stratified", quotas }))).toEqual([
    { step: "settings", field: "panelSelection.quotas", message },
  ]);
});
