import { describe, expect, it } from "vitest";
import { ftplCost, secondsInWords } from "#components/setup/settings/ftpl-cost.ts";
import { guaranteeOf } from "#components/setup/settings/guarantee.ts";
import { settingsSchema } from "#server/audit-log/entries.ts";
import { learnerOf } from "#server/learner/learners.ts";
import type { SettingsDraft } from "#server/study/draft.ts";
import { newDraft } from "#server/study/empty-draft.ts";
import { buildSettings, missingSettings } from "#server/study/settings/settings.ts";
import { contextOf, draftWith } from "./drafts.ts";

const base = newDraft("", 0).settings;
const ends = { horizon: "20", afterHorizon: "end" } as const;
const ftpl = { learner: "ftpl", mode: "known" } as const;
const predicates = [
  { source: 0, test: "at-most", value: "24" },
  { source: 1, test: "is", value: "A11" },
] as const;
const context = contextOf(draftWith({ kind: "signed-conjunctions", predicates: [...predicates] }));
const said = (part: Partial<SettingsDraft>) => missingSettings({ ...base, ...part }, context);
const fields = (part: Partial<SettingsDraft>) => said(part).map(({ field }) => field);

const choices: [string, Partial<SettingsDraft>, Record<string, unknown>][] = [
  ["Exp2, guarded", {}, { learner: "exp2", mode: "guarded", horizon: null, draw: "even" }],
  ["Exp2, guarded, T planned", ends, { mode: "guarded", horizon: 20, afterHorizon: "end" }],
  ["Exp2, anytime", { mode: "known" }, { mode: "known", horizon: null, draw: "even" }],
  ["Exp2 with T", { ...ends, mode: "known" }, { mode: "known", horizon: 20, afterHorizon: "end" }],
  ["Exp2, ix", { ...ends, mode: "ix" }, { mode: "ix", delta: "0.05" }],
  ["Exp2, paper", { ...ends, mode: "paper", pairRule: "largest-gap" }, { mode: "paper" }],
  ["FTPL", { ...ends, ...ftpl }, { learner: "ftpl", resampleCount: 1000 }],
  ["FTPL, heuristic", { ...ends, ...ftpl, noise: "heuristic" }, { omegaMultiplier: "16" }],
  ["FTPL, paper", { ...ends, learner: "ftpl", mode: "paper", pairRule: "most-flags" }, { mode: "paper" }],
];

describe("a choice of the learner", () => {
  it.each(choices)("%s is complete, and accepted by the learner and the log", (_, part, spec) => {
    expect(said(part)).toEqual([]);
    const settings = buildSettings({ ...base, ...part }, context);
    expect(settingsSchema.parse(settings)).toEqual(settings);
    expect(settings.learner).toMatchObject(spec);
    expect(() => learnerOf(settings.learner).init(settings.learner)).not.toThrow();
  });

  it("contains no settings of another learner", () => {
    const keys = (part: Partial<SettingsDraft>) =>
      Object.keys(buildSettings({ ...base, ...part }, context).learner);
    expect(keys({ delta: "0.5", resampleCount: "2000", noise: "heuristic" })).not.toContain("delta");
    expect(keys({ ...ends, mode: "ix", noise: "heuristic" })).not.toContain("omegaMultiplier");
    expect(keys({ ...ends, learner: "ftpl", mode: "paper", pairRule: "largest-gap" })).not.toContain(
      "resampleCount",
    );
  });

  it("is refused for an unknown learner, with the reason", () => {
    expect(fields({ ...ends, learner: "ftpl", mode: "ix" })).toEqual(["mode"]);
    expect(fields({ ...ends, learner: "ftpl", mode: "guarded" })).toEqual(["mode"]);
    for (const part of [ftpl, { mode: "ix" }] as const) {
      expect(fields(part)).toEqual(["horizon"]);
      expect(fields({ ...part, ...ends, afterHorizon: "anytime" })).toEqual(["afterHorizon"]);
    }
    expect(fields({ learner: "ftpl", mode: "paper" })).toEqual(["horizon", "pairRule"]);
    expect(said(ftpl)[0]?.message).toContain("needs the number of rounds in advance");
  });

  it("is refused with numbers outside their limits", () => {
    for (const delta of ["0", "1", "-1", "ten", "", "NaN"]) {
      expect(fields({ ...ends, mode: "ix", delta })).toEqual(["delta"]);
    }
    const resampled = { ...ends, ...ftpl };
    for (const resampleCount of ["999", "1000001", "1e3", "", "1000.5", "-1000"]) {
      expect(fields({ ...resampled, resampleCount })).toEqual(["resampleCount"]);
    }
    expect(said({ ...resampled, resampleCount: "3000" })[0]?.message).toContain(
      "The next number that fits is 3,125.",
    );
    for (const omegaMultiplier of ["0", "-1", "ten", "", "1000001"]) {
      expect(fields({ ...resampled, noise: "heuristic", omegaMultiplier })).toEqual(["omegaMultiplier"]);
      expect(fields({ ...resampled, omegaMultiplier })).toEqual([]);
    }
  });

  it("is refused with a message if the learner refuses it with these rules", () => {
    const cuts = Array.from({ length: 1_000 }, (_, index) => index).join(" ");
    const large = contextOf(
      draftWith({ thresholds: [{ source: 0, direction: "both", by: "typed", count: "", values: cuts }] }),
    );
    const all = { ...base, ...ends, ...ftpl };
    expect(missingSettings({ ...all, resampleCount: "10000" }, large)).toEqual([]);
    expect(missingSettings({ ...all, resampleCount: "100000" }, large)).toEqual([
      {
        step: "settings",
        field: "resampleCount",
        message: expect.stringMatching(
          /too much noise a round.*at most 100,000,000 are possible.*Draw fewer rules/,
        ),
      },
    ]);
  });
});

describe("what is guaranteed, and what it costs", () => {
  it("is a numeric bound for Exp2, and no number for FTPL", () => {
    const kindOf = (part: Partial<SettingsDraft>) => guaranteeOf({ ...base, ...part }, context);
    expect(
      choices
        .map(([, part]) => kindOf(part))
        .map((found) =>
          found?.kind === "bound" ? found.isForAny : found?.kind === "promise" ? "sure" : found?.source,
        ),
    ).toEqual(["sure", "sure", false, false, true, false, "derived", "heuristic", "paper"]);
  });

  it("is R searches per opening, and in mode paper up to L for each person at a close", () => {
    const costOf = (part: Partial<SettingsDraft>) =>
      ftplCost({ ...base, mode: "known", ...ends, ...part }, context);
    expect(costOf({})).toBeNull();
    expect(costOf({ learner: "ftpl", resampleCount: "2000" })).toMatchObject({
      opening: 2_000,
      closingAtMost: 0,
      weightCap: 3,
    });
    // T = 20: R = 16 >= 20^(38/45) = 12.6, L = 3 >= 20^(1/3), ten people
    expect(costOf({ learner: "ftpl", mode: "paper", pairRule: "largest-gap" })).toMatchObject({
      opening: 16,
      closingAtMost: 30,
    });
    expect([0.01, 0.44, 1.2, 89, 600].map(secondsInWords)).toEqual([
      "under a tenth of a second",
      "about 0.4 seconds",
      "about 1 second",
      "about 89 seconds",
      "about 10 minutes",
    ]);
  });
});
