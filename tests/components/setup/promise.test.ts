import { describe, expect, it } from "vitest";
import { recordsSentence } from "#components/setup/people/records-fields.tsx";
import { valuesOf } from "#components/setup/rehearsal/rehearsal-words.ts";
import { reviewSentences } from "#components/setup/review/review-sentences.ts";
import { guaranteeOf } from "#components/setup/settings/guarantee.ts";
import { allowanceChoices, drawWords, priorWords } from "#components/setup/settings/guarded-words.ts";
import { draftCertainty, draftPromise, promiseOf } from "#components/setup/settings/promise.ts";
import { DEFAULTS } from "#server/learner/config/defaults.ts";
import type { SettingsDraft } from "#server/study/draft.ts";
import { missingSettings } from "#server/study/settings/settings.ts";
import { contextOf, draftWith } from "#tests/study/drafts.ts";

const draft = draftWith({
  thresholds: [{ source: 0, direction: "both", by: "quantiles", count: "3", values: "" }],
});
const context = contextOf(draft);
const planned = (horizon: string): SettingsDraft => ({ ...draft.settings, horizon });

const guarantees = (settings: SettingsDraft) =>
  allowanceChoices(settings).map(({ what }) => what.match(/Guarantee: (.*)\.$/)?.[1]);

describe("the choice of allowance", () => {
  it("states the exact guarantee of each choice for 50 rounds without a planned length", () => {
    expect(guarantees(draft.settings)).toEqual([
      "at most 6 of the first 50 rounds",
      "at most 8 of the first 50 rounds",
      "at most 9 of the first 50 rounds",
    ]);
  });

  it("states it for the planned rounds, up to a limit", () => {
    expect(guarantees(planned("20"))[0]).toBe("at most 4 of the first 20 rounds");
    expect(guarantees(planned("200"))[0]).toBe("at most 13 of the first 200 rounds");
    expect(draftPromise(planned("1000000000"))?.rounds).toBe(2_000);
    // An error in the length is shown at the length.
    expect(draftPromise(planned("many"))?.rounds).toBe(50);
  });

  it("names each choice differently if all give the same guarantee, also in a rehearsal", () => {
    expect(new Set(guarantees(planned("20"))).size).toBe(1);
    const titles = allowanceChoices(planned("20")).map(({ title }) => title);
    expect(new Set(titles).size).toBe(3);
    expect(new Set(valuesOf("allowance")?.map(({ title }) => title)).size).toBe(3);
  });

  it("follows the settings, and states nothing while one is invalid", () => {
    const guarded = { ...draft.settings.guarded, tauStartPoints: "40" };
    expect(draftPromise({ ...draft.settings, guarded })?.reports).toBeGreaterThan(6);
    const wrong = { ...draft.settings, guarded: { ...guarded, stepPoints: "200" } };
    expect(draftPromise(wrong)).toBeNull();
    expect(draftCertainty(wrong, context)).toBeNull();
    expect(guarantees(wrong)).toEqual([undefined, undefined, undefined]);
  });

  it("states until which round it is guaranteed, once there are rules", () => {
    expect(draftCertainty(draft.settings, null)).toBeNull();
    // floor((2 · 4 / (1 - 0.1))² ln 8) = floor(79.01 · 2.0794)
    expect(draftCertainty(draft.settings, context)).toBe(164);
  });
});

describe("settings of mode guarded", () => {
  it("are refused one by one outside their ranges", () => {
    const said = (part: Partial<SettingsDraft["guarded"]>) =>
      missingSettings({ ...draft.settings, guarded: { ...draft.settings.guarded, ...part } }, context).map(
        ({ field }) => field,
      );
    for (const name of ["stepPoints", "tauStartPoints", "pace", "trust", "budget", "forget"] as const) {
      for (const wrong of ["-1", "1001", "ten", "NaN"])
        expect(said({ [name]: wrong })).toEqual([`guarded.${name}`]);
    }
    for (const name of ["stepPoints", "pace", "trust", "budget", "forget"] as const) {
      expect(said({ [name]: "0" })).toEqual([`guarded.${name}`]);
    }
    for (const wrong of ["0", "1.5", "-1", "10001", "ten"])
      expect(said({ rememberFor: wrong })).toEqual(["guarded.rememberFor"]);
    expect(
      said({ tauStartPoints: "0", forget: "5", stepPoints: "100", pace: "1000", rememberFor: "10000" }),
    ).toEqual([]);
    const tiny = { ...draft.settings, alphaPoints: "0.0005" };
    expect(missingSettings(tiny, context).map(({ field }) => field)).toEqual(["alphaPoints"]);
    expect(missingSettings({ ...tiny, mode: "known" }, context)).toEqual([]);
  });
});

describe("a guarded draft in words", () => {
  it("guarantees a maximum number of reports", () => {
    expect(guaranteeOf(draft.settings, context)).toEqual({
      kind: "promise",
      reports: 6,
      rounds: 50,
      certainUntil: 164,
    });
    expect(promiseOf(DEFAULTS.guarded, 100)).toEqual({ reports: 9, rounds: 100 });
  });

  it("is reviewed with its guarantee, start and draw, and without unused settings", () => {
    const said = reviewSentences(draft, null, context, null).flatMap(({ sentences, details = [] }) => [
      ...sentences,
      ...details,
    ]);
    expect(said).toContain("At most 6 of the first 50 rounds end in a report, whatever the panel does.");
    expect(said).toContain(
      "Guaranteed up to round\u00a0164. After that it holds as long as no correction is cut.",
    );
    expect(said).toContain("Start: Half of the weight on “accept no one” and “accept everyone”.");
    expect(said).toContain("A draw picks: Evenly.");
    expect(said.join(" ")).not.toMatch(/fairness is weighted|The learner uses/);
  });

  it("describes how a published study started and draws", () => {
    const shares = { none: "0.25", all: "0.25" };
    expect(priorWords(undefined)).toBe("with the same weight for every rule");
    expect(priorWords({ kind: "constants", ...shares })).toContain("25% of the weight");
    const score = { kind: "score", column: "risk", keep: "0.2", rules: [], ...shares } as const;
    expect(priorWords(score)).toContain("Near the score “risk”: 80% of each chance comes from the score");
    expect(drawWords(undefined)).toBe("By one rule for everyone");
  });
});

it("describes past records: known, unknown and left out", () => {
  const check = { yesCount: 1_200, noCount: 3, unknownCount: 0, leftOut: 0, problems: [], cutCount: null };
  expect(recordsSentence(check)).toBe("How it went is known for 1,203: 1,200 yes, 3 no.");
  expect(recordsSentence({ ...check, unknownCount: 1, leftOut: 2 })).toBe(
    "How it went is known for 1,203: 1,200 yes, 3 no. It is not known for 1. Left out for an error or an undecided word: 2.",
  );
});
