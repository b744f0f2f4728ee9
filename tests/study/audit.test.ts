import { describe, expect, it } from "vitest";
import { withOnly } from "#components/setup/people/choose-columns.ts";
import { settingsSchema } from "#server/audit-log/entries.ts";
import type { ColumnChoice, SettingsDraft, StudyDraft } from "#server/study/draft.ts";
import { buildAudit } from "#server/study/settings/audit.ts";
import { missingIn } from "#server/study/settings/missing-in-draft.ts";
import { draftWith, reading } from "./drafts.ts";

const typed = { purpose: "Who gets a loan?", guidelines: "Look.", name: "Loans" };

/** A draft of an audit whose months column holds chances as percentages, with these decisions about its columns. */
function audit(columns: Partial<ColumnChoice>[] = [], settings: Partial<SettingsDraft> = {}): StudyDraft {
  const chosen = [{ role: "chance" as const, chanceUnit: "percent" as const, ...columns[0] }];
  const draft = draftWith({}, [...chosen, { role: "shown", ...columns[1] }, { ...columns[2] }]);
  return { ...draft, kind: "audit", purpose: typed, settings: { ...draft.settings, ...settings } };
}

const problems = (draft: StudyDraft) =>
  missingIn(draft, reading).map(({ step, field, message }) => `${step}.${field}: ${message}`);

describe("a draft of an audit", () => {
  it("is complete without rules or a learner", () => {
    const draft = audit([], { mode: "paper", horizon: "", epsPoints: "no number" });
    expect(problems(draft)).toEqual([]);
  });

  it("becomes settings with the column of chances, without draw or learner", () => {
    const draft = audit([], { roundSize: "6", alphaPoints: "0", seats: "3", neededFlags: "2", quorum: "1" });
    const settings = buildAudit(draft, draft.people?.columns ?? []);
    expect(settingsSchema.parse(settings)).toEqual(settings);
    expect(settings).toMatchObject({
      learner: {
        learner: "fixed",
        chance: { column: "months", unit: "percent" },
        columns: [{ name: "months" }, { name: "account" }, { name: "remark" }],
        roundSize: 6,
        alpha: "0",
      },
      drawAt: null,
      panel: { gamma: { numerator: 2, denominator: 3 } },
      presentation: { fields: ["account", "remark"] },
    });
  });

  it.each<[string, StudyDraft, string]>([
    ["no chances", audit([{ role: "shown" }]), "people.chance: Choose the column with each"],
    [
      "two columns of them",
      audit([{}, { role: "chance", type: "number", notation: "point" }]),
      "people.chance: Only one column can hold",
    ],
    ["chances that are texts", audit([{ type: "text" }]), "people.chance: The chances in “months”"],
    ["words of no meaning", audit([{ type: "category" }]), "people.0.words: Choose which cells of “months”"],
    [
      "an outcome",
      audit([{}, { role: "outcome", yes: ["A11"], no: ["A12"] }]),
      "people.columns: An audit uses no outcomes",
    ],
    [
      "nothing to see",
      audit([{}, { role: "ignored" }, { role: "ignored" }]),
      "people.columns: No column is shown",
    ],
    ["a round of one", audit([], { roundSize: "1" }), "settings.roundSize: Expected a whole number from 2"],
    ["a difference of 100", audit([], { alphaPoints: "100" }), "settings.alphaPoints: Expected points"],
  ])("is refused with %s", (_, draft, problem) => {
    expect(problems(draft)).toEqual([expect.stringContaining(problem)]);
  });
});

describe("the column chosen for the chances", () => {
  const columns = draftWith().people?.columns ?? [];

  it("is read as percentages if a number is above 1 or has a % sign, and replaces the previous one", () => {
    const first = withOnly(columns, "chance", 0, reading);
    expect(first[0]).toMatchObject({ role: "chance", chanceUnit: "percent" });
    const signed = columns.map((column) => ({ ...column, type: "number" as const, sign: "%" }));
    const second = withOnly([...first.slice(0, 1), ...signed.slice(1)], "chance", 1, reading);
    expect(second.map(({ role, chanceUnit }) => [role, chanceUnit])).toEqual([
      ["ignored", "percent"],
      ["chance", "percent"],
      ["shown", "share"],
    ]);
  });

  it("may hold words, with the meaning of clear ones guessed", () => {
    const words = [
      { word: "yes", count: 2 },
      { word: "rejected", count: 1 },
    ];
    const worded = { ...reading, columns: reading.columns.map((read) => ({ ...read, numbers: [], words })) };
    const [, account] = withOnly(columns, "chance", 1, worded);
    expect(account).toMatchObject({ role: "chance", type: "category", yes: ["yes"], no: [] });
  });

  it("becomes unused if no column is chosen", () => {
    const first = withOnly(columns, "chance", 0, reading);
    expect(withOnly(first, "chance", null, reading).map(({ role }) => role)).toEqual([
      "ignored",
      "both",
      "shown",
    ]);
  });
});
