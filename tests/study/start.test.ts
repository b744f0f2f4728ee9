import { describe, expect, it } from "vitest";
import type { RulesDraft, SettingsDraft } from "#server/study/draft.ts";
import { type CureName, cureNames, cureParts } from "#server/study/start/cures.ts";
import { startWarnings } from "#server/study/start/warnings.ts";
import { contextOf, draftWith } from "./drafts.ts";

/** In rounds that pick nobody and everybody seldom. */
const usually = [0.1, 0.8, 0.1];

function kinds(chances: readonly number[], picked = usually, alpha = 0.1) {
  return startWarnings({ chances, picked }, alpha).map(({ kind }) => kind);
}

describe("what stands out about a start", () => {
  it("is nothing where chances lie apart in the middle", () => {
    expect(kinds([0.3, 0.5, 0.7])).toEqual([]);
  });

  it("is that nothing can be judged, also where chances lie exactly as far apart as is not judged", () => {
    expect(startWarnings({ chances: [0.5, 0.5], picked: usually }, 0.1)).toEqual([
      { kind: "alike", lowest: 0.5, highest: 0.5 },
    ]);
    expect(kinds([0.7, 0.8])).toEqual(["alike"]);
    expect(kinds([0.69, 0.8])).toEqual([]);
  });

  it("is that half or more start near an end, counted", () => {
    expect(startWarnings({ chances: [0.1, 0.14, 0.15, 0.5], picked: usually }, 0.1)).toEqual([
      { kind: "low", count: 2, of: 4 },
    ]);
    expect(kinds([0.1, 0.15, 0.5])).toEqual([]);
    expect(kinds([0.9, 0.86, 0.5])).toEqual(["high"]);
  });

  it("is that a fifth of the rounds picks nobody, or everybody", () => {
    expect(startWarnings({ chances: [0.3, 0.7], picked: [0.2, 0.7, 0.1] }, 0.1)).toEqual([
      { kind: "all-or-none", none: 0.2, all: 0.1 },
    ]);
    expect(kinds([0.3, 0.7], [0.1, 0.5, 0.4])).toEqual(["all-or-none"]);
  });
});

describe("a cure", () => {
  const threshold = { source: 0, direction: "both", by: "quantiles", count: "3", values: "" } as const;

  function cured(name: CureName, rules: Partial<RulesDraft>, settings: Partial<SettingsDraft> = {}) {
    const draft = draftWith(rules);
    return cureParts(name, { settings: { ...draft.settings, ...settings } }, contextOf(draft));
  }

  it("makes cuts that go both ways go one way, and leaves the others", () => {
    const less = { ...threshold, direction: "at-most" as const };
    expect(cured("directions", { thresholds: [threshold, less] })?.rules?.thresholds).toEqual([
      { ...threshold, direction: "above" },
      less,
    ]);
    expect(cured("directions", { thresholds: [less] })).toBeNull();
  });

  it("makes cuts of every number where rules were of another kind", () => {
    const parts = cured("directions", { kind: "conjunctions", thresholds: [] });
    expect(parts?.rules?.kind).toBe("thresholds");
    expect(parts?.rules?.thresholds.length).toBeGreaterThan(0);
    expect(new Set(parts?.rules?.thresholds.map(({ direction }) => direction))).toEqual(new Set(["above"]));
  });

  it("of start and draw is one that changes something, and none where nothing can be chosen", () => {
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
