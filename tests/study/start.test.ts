import { describe, expect, it } from "vitest";
import type { RulesDraft, SettingsDraft } from "#server/study/draft.ts";
import { type CureName, cureNames, cureParts } from "#server/study/start/cures.ts";
import { startWarnings } from "#server/study/start/warnings.ts";
import { contextOf, draftWith } from "./drafts.ts";

/** The distribution of picks in rounds that rarely pick no one or everyone. */
const usually = [0.1, 0.8, 0.1];

function kinds(chances: readonly number[], picked = usually, alpha = 0.1) {
  return startWarnings({ chances, picked }, alpha).map(({ kind }) => kind);
}

describe("warnings about a start", () => {
  it("are none if chances are spread around the middle", () => {
    expect(kinds([0.3, 0.5, 0.7])).toEqual([]);
  });

  it("report that no pair can be judged, also if chances differ by exactly alpha", () => {
    expect(startWarnings({ chances: [0.5, 0.5], picked: usually }, 0.1)).toEqual([
      { kind: "alike", lowest: 0.5, highest: 0.5 },
    ]);
    expect(kinds([0.7, 0.8])).toEqual(["alike"]);
    expect(kinds([0.69, 0.8])).toEqual([]);
  });

  it("report the count if half or more start near 0 or 1", () => {
    expect(startWarnings({ chances: [0.1, 0.14, 0.15, 0.5], picked: usually }, 0.1)).toEqual([
      { kind: "low", count: 2, of: 4 },
    ]);
    expect(kinds([0.1, 0.15, 0.5])).toEqual([]);
    expect(kinds([0.9, 0.86, 0.5])).toEqual(["high"]);
  });

  it("report that a fifth of the rounds picks no one, or everyone", () => {
    expect(startWarnings({ chances: [0.3, 0.7], picked: [0.2, 0.7, 0.1] }, 0.1)).toEqual([
      { kind: "all-or-none", none: 0.2, all: 0.1 },
    ]);
    expect(kinds([0.3, 0.7], [0.1, 0.5, 0.4])).toEqual(["all-or-none"]);
  });
});

describe("a suggested change", () => {
  const threshold = { source: 0, direction: "both", by: "quantiles", count: "3", values: "" } as const;

  function cured(name: CureName, rules: Partial<RulesDraft>, settings: Partial<SettingsDraft> = {}) {
    const draft = draftWith(rules);
    return cureParts(name, { settings: { ...draft.settings, ...settings } }, contextOf(draft));
  }

  it("turns two-way cuts into one-way cuts, and leaves the others", () => {
    const less = { ...threshold, direction: "at-most" as const };
    expect(cured("directions", { thresholds: [threshold, less] })?.rules?.thresholds).toEqual([
      { ...threshold, direction: "above" },
      less,
    ]);
    expect(cured("directions", { thresholds: [less] })).toBeNull();
  });

  it("replaces rules of another kind by cuts of every number", () => {
    const parts = cured("directions", { kind: "conjunctions", thresholds: [] });
    expect(parts?.rules?.kind).toBe("thresholds");
    expect(parts?.rules?.thresholds.length).toBeGreaterThan(0);
    expect(new Set(parts?.rules?.thresholds.map(({ direction }) => direction))).toEqual(new Set(["above"]));
  });

  it("for start and draw always changes something, and is absent in mode paper", () => {
    const named = (settings: Partial<SettingsDraft>) =>
      cureNames.filter((name) => name !== "directions" && cured(name, {}, settings) !== null);
    const usual = { kind: "usual", share: "50", source: null } as const;
    expect(named({ mode: "guarded", draw: "even", prior: usual })).toEqual(["uniform", "share"]);
    expect(named({ mode: "known", draw: "one-rule", prior: usual })).toEqual(["even", "constants", "share"]);
    expect(named({ mode: "paper", draw: "one-rule", prior: usual })).toEqual([]);
    expect(cured("share", {}, { mode: "known", prior: usual })?.settings?.prior).toEqual({
      kind: "share",
      share: "40",
      source: null,
    });
  });
});
