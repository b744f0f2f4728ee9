import { describe, expect, it } from "vitest";
import { settingsSchema } from "#server/audit-log/entries.ts";
import { openGuarded } from "#server/learner/guarded/open.ts";
import { learnerOf } from "#server/learner/learners.ts";
import type { PriorDraft, RulesDraft, SettingsDraft, StudyDraft } from "#server/study/draft.ts";
import { newDraft, peopleFor } from "#server/study/empty-draft.ts";
import { describePeople } from "#server/study/files/people/describe-people.ts";
import { readPeople } from "#server/study/files/reading/read-people.ts";
import { rulesContext } from "#server/study/rules/rules.ts";
import { scoreColumns, wantedShare } from "#server/study/settings/prior.ts";
import { buildSettings, missingSettings } from "#server/study/settings/settings.ts";
import { allUsed, contextOf, draftWith } from "./drafts.ts";

const quantiles: Partial<RulesDraft> = {
  thresholds: [{ source: 0, direction: "both", by: "quantiles", count: "3", values: "" }],
};

/** Credit applicants like those of the Statlog file, with a simulated score as the current rule. */
function creditDraft(cuts: string): StudyDraft & { rows: string[][] } {
  const rows = Array.from({ length: 60 }, (_, index) => [
    ["A11", "A12", "A13", "A14"][index % 4] ?? "",
    String(4 + ((index * 17) % 68)),
    String(250 + ((index * 7_919) % 18_000)),
    String(19 + ((index * 31) % 56)),
    String(((index * 37) % 101) / 100),
  ]);
  const draft = newDraft("Credits", 0);
  return {
    ...draft,
    people: allUsed(peopleFor(readingOf(rows), {})),
    rules: {
      ...draft.rules,
      thresholds: [
        { source: 1, direction: "both", by: "quantiles", count: "5", values: "" },
        { source: 2, direction: "both", by: "quantiles", count: "5", values: "" },
        { source: 4, direction: "both", by: "typed", count: "", values: cuts },
      ],
    },
    settings: { ...draft.settings, prior: { kind: "score", share: "", source: 4 } },
    rows,
  };
}

function readingOf(rows: readonly string[][]) {
  const lines = [["checking", "months", "amount", "age", "score"], ...rows].map((row) => row.join(","));
  return describePeople(readPeople(new TextEncoder().encode(lines.join("\n"))));
}

function contextFor(draft: ReturnType<typeof creditDraft>) {
  const context = rulesContext(draft, readingOf(draft.rows));
  if (context === null) throw new Error("there are people");
  return context;
}

describe("the starting weights of rules", () => {
  const draft = draftWith(quantiles);
  const context = contextOf(draft);
  const learnerFor = (part: Partial<SettingsDraft>) =>
    buildSettings({ ...draft.settings, ...part }, context).learner;
  const prior = (kind: PriorDraft["kind"]): PriorDraft => ({ kind, share: "40", source: null });
  const half = { kind: "constants", none: "0.25", all: "0.25" };

  it("give the constants half in mode guarded, and are equal in other modes by default", () => {
    expect(learnerFor({}).prior).toEqual(half);
    expect(learnerFor({ mode: "known" })).not.toHaveProperty("prior");
    expect(learnerFor({ mode: "known", prior: prior("constants") }).prior).toEqual(half);
    expect(learnerFor({ prior: prior("uniform") })).not.toHaveProperty("prior");
  });

  it("cannot be chosen without weights or in mode paper, like the draw", () => {
    const ends = { horizon: "20", afterHorizon: "end" } as const;
    for (const part of [
      { ...ends, learner: "ftpl", mode: "known" },
      { ...ends, mode: "paper", pairRule: "largest-gap" },
    ] as const) {
      const chosen = { ...part, prior: prior("constants"), draw: "even" } as const;
      expect(missingSettings({ ...draft.settings, ...chosen }, context)).toEqual([]);
      expect(learnerFor(chosen)).not.toHaveProperty("prior");
      expect(learnerFor(chosen)).not.toHaveProperty("draw");
    }
    expect(learnerFor({ draw: "one-rule" })).not.toHaveProperty("draw");
  });

  it("are a share in exact decimals, from 0 to 100", () => {
    const said = (share: string) =>
      missingSettings({ ...draft.settings, prior: { ...prior("share"), share } }, context).map(
        ({ field }) => field,
      );
    expect(wantedShare({ ...draft.settings, prior: { ...prior("share"), share: " 37.5 " } })).toBe("0.375");
    expect(wantedShare(draft.settings)).toBeNull();
    for (const share of ["0", "100", "12.5"]) expect(said(share)).toEqual([]);
    for (const share of ["-1", "100.1", "", "half"]) expect(said(share)).toEqual(["prior.share"]);
  });
});

describe("a score in use", () => {
  const tenths = Array.from({ length: 10 }, (_, index) => String((index + 1) / 10)).join(" ");

  it("gives base chances of 0.8 score on the grid and 0.2 cold chance, to 1e-9", () => {
    const draft = creditDraft(tenths);
    const context = contextFor(draft);
    expect(missingSettings(draft.settings, context)).toEqual([]);
    const settings = buildSettings(draft.settings, context);
    expect(settingsSchema.parse(settings)).toEqual(settings);
    const { hypotheses, roundSize } = settings.learner;
    if (hypotheses.kind !== "thresholds") throw new Error("these are thresholds");
    const state = learnerOf(settings.learner).init(settings.learner);
    if (!("core" in state)) throw new Error("this is mode guarded");
    for (let from = 0; from < draft.rows.length; from += roundSize) {
      const rows = draft.rows.slice(from, from + roundSize);
      const { base } = openGuarded(state, rows).opening;
      for (const [index, row] of rows.entries()) {
        // A quarter on accept everyone, half equally on all other rules: `<= cut` and `> cut` of each cut.
        const place: Record<string, number> = { months: 1, amount: 2, score: 4 };
        const accepts = hypotheses.cuts.map((each) => {
          const cell = Number(row[place[each.column] ?? -1]);
          const cut = "cut" in each ? Number(each.cut) : Number.NaN;
          return Number(cell <= cut) + Number(cell > cut);
        });
        const taken = accepts.reduce((sum, each) => sum + each, 0);
        const cold = 0.25 + (0.5 * taken) / (2 * hypotheses.cuts.length);
        const grid = Math.max(0, Math.ceil(10 * Number(row[4]) - 1e-9) - 1) / 10;
        expect(Math.abs((base[index] ?? Number.NaN) - (0.8 * grid + 0.2 * cold))).toBeLessThan(1e-9);
      }
    }
  });

  it("needs a number from 0 to 1 with cut points among thresholds", () => {
    const draft = creditDraft(tenths);
    const context = contextFor(draft);
    expect(scoreColumns(context).map(({ name }) => name)).toEqual(["score"]);
    const said = (part: Partial<PriorDraft>, among = context) =>
      missingSettings({ ...draft.settings, prior: { ...draft.settings.prior, ...part } }, among).map(
        ({ message }) => message,
      );
    const choose =
      "Choose the column of the score: a number from 0 to 1 for everyone, with cut points, where more is better.";
    expect(said({ source: null })).toEqual([choose]);
    expect(said({ source: 2 })).toEqual([choose]);
    const with3 = (thresholds: RulesDraft["thresholds"]) => ({
      ...context,
      rules: { ...context.rules, thresholds },
    });
    expect(said({}, with3(draft.rules.thresholds.slice(0, 2)))).toEqual([choose]);
    const typed = (values: string) =>
      with3([{ source: 4, direction: "both", by: "typed", count: "", values }]);
    expect(said({}, typed("0.5 1.5"))).toEqual([
      "A cut point of the score lies at 1.5. All must be from 0 to 1.",
    ]);
    expect(said({}, typed("0"))).toEqual(["The score needs a cut point above 0."]);
    const conjunctions = { ...context, rules: { ...context.rules, kind: "conjunctions" as const } };
    expect(said({}, conjunctions)).toEqual([
      "A score can only be followed by rules of the kind “thresholds”.",
    ]);
  });
});
