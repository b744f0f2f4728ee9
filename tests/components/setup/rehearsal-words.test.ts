import { describe, expect, it } from "vitest";
import {
  changeable,
  changeWords,
  endSentences,
  figureRows,
  firstValue,
  settingName,
} from "#components/setup/rehearsal/rehearsal-words.ts";
import type { RehearsalResult, RehearsedSetting } from "#server/simulation/rehearsal/result.ts";
import { newDraft } from "#server/study/empty-draft.ts";

const { settings } = newDraft("", 0);
const one = (value: number) => ({ mean: value, low: value - 0.5, high: value + 0.5 });
const point = {
  ...{ reports: one(4.7), most: 6, judged: one(29), verdicts: one(120), picked: one(143) },
  wrong: { mean: 0.44, low: 0.41, high: 0.46 },
  atRandom: { mean: 0.49, low: 0.48, high: 0.5 },
};
/** Fifty rounds, of which the last one is used. */
const fifty = (end: RehearsedSetting["points"][number]) => Array.from({ length: 50 }, () => end);

const setting: RehearsedSetting = {
  change: null,
  points: fifty(point),
  hasNumber: false,
  yardsticks: {
    acceptNone: 0.47,
    acceptAll: 0.53,
    inForce: 0.5,
    unreportable: null,
  },
  chances: [],
};
const result: RehearsalResult = {
  about: "",
  runs: 20,
  seconds: 25,
  lookedAt: 300,
  count: 300,
  yesShare: 0.47,
  examples: [],
  fitted: null,
  panels: [],
  settings: [setting, { ...setting, points: fifty({ ...point, reports: one(1), most: null }) }],
};

describe("a rehearsal in words", () => {
  it("gives the result and the guarantee of each setting", () => {
    expect(endSentences(result)).toEqual([
      "Setting\u00a0A: of 50 rounds, 4.7 end in a report (at most 6), and 44 in 100 decisions are wrong. Judging takes an auditor about 50 minutes. Means of 20 runs.",
      "Setting\u00a0B: of 50 rounds, 1 ends in a report, and 44 in 100 decisions are wrong. Judging takes an auditor about 50 minutes. Means of 20 runs.",
    ]);
  });

  it("has a row for each figure, with the minimum and maximum of the runs", () => {
    const rows = figureRows(setting, 25).map(({ words, figures, say }) => ({
      words,
      cells: figures.slice(-1).map(({ mean, low, high }) => ({
        mean: say(mean),
        range: low === high ? null : `${say(low)} to ${say(high)}`,
      })),
    }));
    expect(rows.map(({ words }) => words)).toContain("At most, whatever the panel does");
    expect(rows.slice(-5)).toEqual([
      { words: "Wrong decisions in 100", cells: [{ mean: "44", range: "41 to 46" }] },
      {
        words: "Wrong in 100 if as many were picked at random",
        cells: [{ mean: "49", range: "48 to 50" }],
      },
      { words: "Wrong in 100 if no one were picked", cells: [{ mean: "47", range: null }] },
      { words: "Wrong in 100 if everyone were picked", cells: [{ mean: "53", range: null }] },
      { words: "Wrong in 100 with the rule in force", cells: [{ mean: "50", range: null }] },
    ]);
    // 120 verdicts of 25 seconds.
    expect(rows.find(({ words }) => words.startsWith("Judging time"))?.cells[0]?.mean).toBe("50 minutes");
    expect(figureRows({ ...setting, points: fifty({ ...point, most: null }) }, 25)).toHaveLength(
      rows.length - 1,
    );
  });

  it("offers only settings of the learner, each with a value that differs from the draft's", () => {
    expect(changeable(settings)).toContain("allowance");
    expect(changeable({ ...settings, mode: "paper" })).toEqual(["neededFlags", "alphaPoints", "roundSize"]);
    expect(firstValue("allowance", settings)).toBe("1.5");
    expect(firstValue("draw", settings)).toBe("one-rule");
    expect(firstValue("roundSize", settings)).toBe("10");
    expect(changeWords({ setting: "neededFlags", value: "2" })).toBe("needed flags: 2");
    expect(changeWords({ setting: "allowance", value: "2" })).toBe(
      "how many rounds may end in a report: Most",
    );
    expect([0, 2].map(settingName)).toEqual(["Setting\u00a0A", "Setting\u00a0C"]);
  });
});
