import { describe, expect, it } from "vitest";
import { picksSentences } from "#components/setup/review/picks-sentences.ts";
import { picksWords } from "#components/setup/settings/picks-words.ts";
import { settingsSchema } from "#server/audit-log/entries.ts";
import { validateSpec } from "#server/learner/config/validate-spec.ts";
import type { SettingsDraft, StudyDraft } from "#server/study/draft.ts";
import { missingIn } from "#server/study/settings/missing-in-draft.ts";
import { knownOutcomes, picksOf, proposedPicks } from "#server/study/settings/picks.ts";
import { buildSettings, missingSettings } from "#server/study/settings/settings.ts";
import { contextOf, draftWith, reading } from "./drafts.ts";

const quantiles = [{ source: 0, direction: "both", by: "quantiles", count: "3", values: "" }] as const;

/** A draft with a hundred people, in which code A11 of the second column is a good outcome if outcomes are known. */
function drafted(change: Partial<SettingsDraft>, hasOutcomes = true): StudyDraft {
  const outcome = { role: "outcome" as const, yes: ["A11"], no: ["A12", "A13", "A14"] };
  const draft = draftWith({ thresholds: [...quantiles] }, hasOutcomes ? [{}, outcome] : []);
  return { ...draft, settings: { ...draft.settings, roundSize: "8", ...change } };
}

const problemsOf = (draft: StudyDraft) => missingSettings(draft.settings, contextOf(draft));
const picksIn = (draft: StudyDraft) => picksOf(draft.settings, contextOf(draft));
const spec = (draft: StudyDraft) => buildSettings(draft.settings, contextOf(draft)).learner;

describe("the suggested number of picks", () => {
  const { yes, known } = knownOutcomes(contextOf(drafted({}))) ?? { yes: 0, known: 0 };

  it("is the share of good outcomes in the file, exactly", () => {
    expect(yes).toBe(reading.columns[1]?.words.find(({ word }) => word === "A11")?.count);
    expect(known).toBe(reading.rowCount);
    const draft = drafted({});
    expect(picksIn(draft)).toEqual({ rule: "exactly", count: String(Math.round((8 * yes) / known)) });
    expect(spec(draft).picks).toEqual(picksIn(draft));
    expect(problemsOf(draft)).toEqual([]);
    expect(() => validateSpec(spec(draft))).not.toThrow();
    expect(settingsSchema.safeParse(buildSettings(draft.settings, contextOf(draft))).success).toBe(true);
  });

  it.each([
    ["2", 1],
    ["3", 1],
    ["100", 25],
  ])("lies between 1 and one less than the people of a round of %s", (roundSize, least) => {
    const count = proposedPicks(drafted({ roundSize }).settings, contextOf(drafted({})));
    expect(count).toBeGreaterThanOrEqual(least === 25 ? Math.round((100 * yes) / known) : least);
    expect(count).toBeLessThan(Number(roundSize));
  });

  it("without outcomes is half of a round once a number is requested, and none before", () => {
    expect(picksIn(drafted({}, false))).toBeUndefined();
    const wanted = drafted({ picks: { rule: "at-least", count: "" } }, false);
    expect(picksIn(wanted)).toEqual({ rule: "at-least", count: "4" });
  });

  it("is not used if only some outcome words have a meaning, or the draw is by one rule", () => {
    const draft = drafted({});
    const columns = contextOf(draft).columns.map((column) => ({ ...column, no: [] }));
    expect(picksOf(draft.settings, { ...contextOf(draft), columns })).toBeUndefined();
    expect(picksIn(drafted({ draw: "one-rule" }))).toBeUndefined();
    expect(picksIn(drafted({ mode: "known", learner: "ftpl", horizon: "20" }))).toMatchObject({
      rule: "exactly",
    });
  });
});

describe("a number of picks", () => {
  const at = (count: string, change: Partial<SettingsDraft> = {}) =>
    drafted({ picks: { rule: "exactly", count }, ...change });

  it.each(["3", "2.5", "8", "0.001", " 3 "])("may be %j of 8", (count) => {
    expect(problemsOf(at(count))).toEqual([]);
    expect(spec(at(count)).picks).toEqual({ rule: "exactly", count: count.trim() });
    expect(() => validateSpec(spec(at(count)))).not.toThrow();
  });

  it.each([
    ["9", "A round has 8 people, fewer than 9."],
    ["8.001", "A round has 8 people, fewer than 8.001."],
    ["0", "Expected a number above 0"],
    ["-1", "Expected a number above 0"],
    ["2.0001", "with at most 3 digits after the point"],
    ["three", "found “three”"],
    ["1e-4", "with at most 3 digits after the point"],
    ["3,5", "found “3,5”"],
  ])("may not be %j of 8", (count, message) => {
    const [problem, ...others] = problemsOf(at(count));
    expect(problem).toMatchObject({ step: "settings", field: "picks.count" });
    expect(problem?.message).toContain(message);
    expect(others).toEqual([]);
    expect(picksSentences(at(count).settings, contextOf(at(count)))).toEqual([]);
  });

  it("must be whole with FTPL, and needs the even draw with Exp2", () => {
    const ftpl = { learner: "ftpl", mode: "known", horizon: "20" } as const;
    expect(problemsOf(at("2.5", ftpl))).toMatchObject([{ field: "picks.count" }]);
    expect(problemsOf(at("2", ftpl))).toEqual([]);
    expect(problemsOf(at("2", { draw: "one-rule" }))).toMatchObject([{ field: "picks.rule" }]);
  });

  it("is not used in mode paper or in an audit, whatever was typed", () => {
    const paper = at("99", { mode: "paper", horizon: "20", pairRule: "most-flags" });
    expect(problemsOf(paper)).toEqual([]);
    expect(spec(paper).picks).toBeUndefined();
    const audit = { ...at("99"), kind: "audit" as const };
    expect(missingIn(audit, reading).filter(({ field }) => field.startsWith("picks"))).toEqual([]);
  });

  it("is described in the review and on the page of a published study", () => {
    expect(picksSentences(at("3").settings, contextOf(at("3")))).toEqual([
      "Picked in a round: exactly 3 of 8.",
    ]);
    const usual = drafted({ roundSize: "2" });
    expect(picksSentences(usual.settings, contextOf(usual))).toEqual([
      "Picked in a round: exactly 1 of 2. This is the recommended answer.",
    ]);
    const free = drafted({ roundSize: "2", picks: { rule: "free", count: "" } });
    expect(picksSentences(free.settings, contextOf(free))).toEqual([
      "Picked in a round: as many as the policy gives.",
    ]);
    expect(picksWords({ rule: "average", count: "2.5" }, 8)).toBe("2.5 of 8 on average");
    expect(picksWords(undefined, 8)).toBe("as many as the policy gives");
  });
});
