import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { problemWords } from "#components/setup/problem-words.ts";
import { reviewSentences } from "#components/setup/review/review-sentences.ts";
import { countingWords } from "#components/setup/rules/kind-words.ts";
import { modes } from "#components/setup/settings/asking-words.ts";
import { advancedSettings, defaultSentences } from "#components/setup/settings/default-sentences.ts";
import { judgedExample } from "#components/setup/settings/examples.ts";
import { guaranteeOf } from "#components/setup/settings/guarantee.ts";
import { gammaInterval, otherPanels, withSeats } from "#components/setup/settings/needed.ts";
import { plannedDecision } from "#components/setup/settings/planned-decision.ts";
import * as t from "#messages/setupSettings.ts";
import { neededFlags } from "#server/learner/panel/needed-flags.ts";
import { inLanguage } from "#server/locale.ts";
import { type SettingsDraft, studyDraftSchema } from "#server/study/draft.ts";
import { newDraft } from "#server/study/empty-draft.ts";
import { missingSettings } from "#server/study/settings/settings.ts";
import { contextOf, draftWith, reading } from "#tests/study/drafts.ts";

it("explains, only for trees, that each way to write a tree has a weight", () => {
  expect(countingWords("trees")).toMatch(/^Trees are counted by how they are written\./);
  expect(countingWords("thresholds")).toBeNull();
});

describe("the example of the smallest difference", () => {
  it("shows a pair just above it", () => {
    expect(judgedExample("10")).toBe(
      "Example: 36 in 100 against 25 is judged. The difference is 11 points, more than 10.",
    );
    expect(inLanguage("de", () => judgedExample("2.5"))).toContain("28,5 von 100 gegen 25");
    expect(judgedExample("0")).toContain("26 in 100 against 25");
    expect(judgedExample("99.5")).toBe(
      "Example: 100 in 100 against 0 is judged. The difference is 100 points, more than 99.5.",
    );
  });

  it("stays within 0 to 100 and always exceeds alpha", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999 }), (hundredths) => {
        const alpha = hundredths / 100;
        const [high = 0, low = 0, gap = 0] = (judgedExample(String(alpha)).match(/\d+(?:\.\d+)?/g) ?? [])
          .map(Number)
          .filter((_, index) => index !== 1);
        expect(high).toBeLessThanOrEqual(100);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(gap).toBeGreaterThan(alpha);
        expect(high - low).toBeCloseTo(gap, 9);
      }),
    );
  });
});

describe("the share of needed flags", () => {
  it("is described by the equivalent interval", () => {
    expect(gammaInterval(3, 5)).toEqual({ from: "2/5", to: "3/5" });
    expect(gammaInterval(1, 5)).toEqual({ from: "0", to: "1/5" });
    expect(gammaInterval(5, 5)).toEqual({ from: "4/5", to: "1" });
  });

  it("is r at the planned number of seats, for every r of m", () => {
    for (let seats = 1; seats <= 40; seats += 1) {
      for (let needed = 1; needed <= seats; needed += 1) {
        expect(neededFlags({ numerator: needed, denominator: seats }, seats)).toBe(needed);
      }
    }
    expect(otherPanels(1)).toEqual([2, 3, 2]);
  });
});

describe("what is missing in a draft", () => {
  const said = (settings: Partial<SettingsDraft>) => {
    const draft = newDraft("", 0);
    return missingSettings({ ...draft.settings, ...settings }, null).map(problemWords);
  };

  it("names the field of a setting", () => {
    const { guarded } = newDraft("", 0).settings;
    expect(said({ roundSize: "" })).toEqual([
      "People in a round: Enter a whole number from 2 to 100. With fewer than two people in a round there is no pair to judge.",
    ]);
    expect(said({ guarded: { ...guarded, stepPoints: "200" } })).toEqual([
      "Step of the limit, points: Expected a number above 0, at most 100; found “200”.",
    ]);
  });

  it("has a label for each setting with a typed value", () => {
    const { guarded, asking, picks, ...settings } = newDraft("", 0).settings;
    const typed = [
      "epsPoints",
      "horizon",
      "multiplier",
      "delta",
      "resampleCount",
      "omegaMultiplier",
    ] as const;
    const wrong = { mode: "known", learner: "ftpl", noise: "heuristic", afterHorizon: "end" } as const;
    const problems = [
      ...said({ roundSize: "x", seats: "x", alphaPoints: "x", deadlineDays: "x" }),
      ...said({ quorum: "x", neededFlags: "x", asking: { ...asking, minutes: "x" } }),
      ...said({ picks: { rule: "exactly", count: "x" } }),
      ...said({ ...settings, ...wrong, ...Object.fromEntries(typed.map((name) => [name, "x"])) }),
      ...said({ guarded: { ...guarded, pace: "x", trust: "x", budget: "x", forget: "x", rememberFor: "x" } }),
    ];
    expect(problems.length).toBeGreaterThan(15);
    for (const problem of problems) expect(problem).not.toMatch(/^Expected/);
  });
});

describe("a new draft", () => {
  const draft = newDraft("Small loans", 0);

  it("is described by sentences about what is missing", () => {
    const said = reviewSentences(draft, null, null, null).flatMap(({ sentences }) => sentences);
    expect(said).toContain("The study is called “Small loans”.");
    expect(said).toContain("There is no file of people yet.");
    expect(said).toContain(
      "A pair is unfair when at least 3 of 5 flag it. Pairs more than 10 points apart are judged.",
    );
    const half = { ...draft, settings: { ...draft.settings, alphaPoints: "2.5" } };
    const german = inLanguage("de", () => reviewSentences(half, null, null, null));
    expect(german.flatMap(({ sentences }) => sentences).join()).toContain("2,5 Punkte");
  });

  it("lists the columns that its rules use, not all that they may use", () => {
    const asking = draftWith(
      { kind: "conjunctions", predicates: [{ source: 1, test: "is", value: "A11" }] },
      [{ role: "both" }, { role: "both" }],
    );
    const said = reviewSentences(asking, reading, contextOf(asking), null).flatMap(
      ({ sentences }) => sentences,
    );
    expect(said).toContain("Rules may ask about: months, account.");
    expect(said).toContain("They ask about: account.");
  });

  it("lists only the settings left at their default", () => {
    const listed = (settings: typeof draft.settings, kind: "learn" | "audit" = "learn") =>
      defaultSentences({ settings, kind });
    expect(listed(draft.settings)[0]).toBe(
      "Left as recommended: people in a round (10), auditors (5), how many must agree (3), smallest difference that is judged (10), days to judge (7).",
    );
    const changed = listed({ ...draft.settings, seats: "7", quorum: "2", drawAt: "opening" });
    expect(changed.join(" ")).toContain("people in a round (10), how many must agree (3)");
    expect(changed[0]).toBe("You changed under “Advanced”: quorum, when the draw takes place.");
    expect(changed.slice(1).join(" ")).not.toMatch(/auditors \(|quorum|when the draw/);
    expect(advancedSettings({ ...draft.settings, quorum: "2" }, false).changed).toEqual(["quorum"]);
    const saved = studyDraftSchema.parse(newDraft("", 0)).settings;
    expect(advancedSettings(saved, false).changed, "as it is read from the database").toEqual([]);
    expect(listed(draft.settings, "audit").join(" ")).not.toContain("learner");
  });

  it("has no guarantee", () => {
    expect(guaranteeOf(draft.settings, null)).toBeNull();
  });
});

describe("a changed number of seats", () => {
  const panel = { seats: "5", neededFlags: "3", quorum: "4" };

  it("keeps the share of flags, rounded up, and shows this", () => {
    expect(withSeats(panel, "7")).toEqual({
      // 3/5 of 7 is 4.2.
      numbers: { seats: "7", neededFlags: "5", quorum: "4" },
      sentence: "Needed flags are now 5 of 7: the share of 3 in 5, rounded up.",
    });
  });

  it("lowers the quorum with it", () => {
    expect(withSeats(panel, "3")).toEqual({
      numbers: { seats: "3", neededFlags: "2", quorum: "3" },
      sentence:
        "Needed flags are now 2 of 3: the share of 3 in 5, rounded up. The quorum went down to 3 with the seats.",
    });
  });

  it("has no effect while it is being typed", () => {
    expect(withSeats(panel, "")).toBeNull();
    expect(withSeats(panel, "3.5")).toBeNull();
  });
});

it("an audit is described without a learner, for any way of asking auditors", () => {
  const draft = newDraft("Audit", 0, { kind: "audit" });
  const asking = { ...draft.settings.asking, ...Object.fromEntries(modes.map((mode) => [mode, true])) };
  const sections = reviewSentences({ ...draft, settings: { ...draft.settings, asking } }, null, null, null);
  const words = [
    ...sections.flatMap(({ sentences, details = [] }) => [...sentences, ...details]),
    ...modes.flatMap((mode) => [t.modeLabel({ mode }), t.modeWhat({ mode })]),
  ];
  expect(words).toContain(t.modeReview({ mode: "lookFirst" }));
  expect(words.filter((sentence) => /learner/i.test(sentence))).toEqual([]);
});

describe("the rule of decision of a draft", () => {
  const { settings } = newDraft("", 0);
  const of = (decisionRule: Partial<SettingsDraft["decisionRule"]>, more: Partial<SettingsDraft> = {}) =>
    plannedDecision({ ...settings, ...more, decisionRule: { ...settings.decisionRule, ...decisionRule } });

  it("names seats and numbers of the planned panel", () => {
    expect(of({})).toBe("3 of 5");
    expect(of({ kind: "every" })).toBe("5 of 5");
    expect(of({ kind: "member", seat: "s2" })).toBe("3 of 5 and seat\u00a0s2");
    expect(of({ kind: "weighted", weights: "s1=4" })).toBe("5 of 8 by weight");
  });

  it("is not shown while a value is invalid, or if a named auditor may come later", () => {
    expect(of({}, { seats: "" })).toBeNull();
    expect(of({ kind: "member", seat: "s2" }, { seats: "five" })).toBeNull();
    expect(
      of({ kind: "member", seat: "s9" }, { panelSelection: { how: "by-operator", quotas: [] } }),
    ).toBeNull();
  });
});
