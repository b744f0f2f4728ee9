import { describe, expect, it } from "vitest";
import { askingSentences } from "#components/setup/settings/asking-words.ts";
import { askingProblems, askingSettings, docketSizeOf } from "#server/study/asking.ts";
import { newDraft } from "#server/study/empty-draft.ts";

const { asking } = newDraft("", 0).settings;

describe("how auditors are asked", () => {
  it("starts with a docket of 24 pairs, ten minutes, and nothing in addition to a verdict", () => {
    expect(askingSettings(asking)).toEqual({
      docket: { size: 24 },
      ...{ lookFirst: false, reasons: false, notes: false, repeat: false, tolerance: false },
    });
    expect(askingSentences({ asking }, docketSizeOf(asking))).toEqual([
      "Auditors first look at 24 pairs of a round, the same for all. This takes about 10 minutes. They can judge every other pair too.",
    ]);
  });

  it("converts minutes into pairs, and refuses an invalid number of minutes", () => {
    expect(["1", "5", " 15 ", "240"].map((minutes) => docketSizeOf({ minutes }))).toEqual([2, 12, 36, 576]);
    for (const minutes of ["", "0", "241", "2.5", "ten", "-3", "1e2"]) {
      expect(docketSizeOf({ minutes })).toBeUndefined();
      const [problem] = askingProblems({ asking: { ...asking, minutes } });
      expect(problem).toMatchObject({ step: "settings", field: "asking.minutes" });
    }
  });

  it("asks for every pair if the settings say so, whatever the minutes", () => {
    const all = { ...asking, docket: "everything", minutes: "", notes: true } as const;
    expect(askingProblems({ asking: all })).toEqual([]);
    expect(askingSettings(all)).toMatchObject({ docket: "everything", notes: true });
    expect(askingSentences({ asking: all }, undefined)).toEqual([
      "Auditors are asked to look at every pair that can be judged.",
      "Auditors may write notes on pairs, which the panel can read once the round has closed.",
    ]);
  });
});
