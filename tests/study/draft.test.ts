import { describe, expect, it } from "vitest";
import { conditionLimitWords } from "#components/setup/rules/kind-words.ts";
import { settingsSchema } from "#server/audit-log/entries.ts";
import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import { learnerOf } from "#server/learner/learners.ts";
import { learnerColumns } from "#server/study/columns.ts";
import type { ColumnChoice, RulesDraft, SettingsDraft } from "#server/study/draft.ts";
import { newDraft, peopleFor, rulesFor } from "#server/study/empty-draft.ts";
import { labelsOfDraft } from "#server/study/labels-of-draft.ts";
import { missingColumns } from "#server/study/missing-columns.ts";
import { pointsToShare } from "#server/study/points.ts";
import { buildRules, exampleRules, missingRules, ruleCount, rulesKinds } from "#server/study/rules/rules.ts";
import { firstThreshold } from "#server/study/rules/thresholds.ts";
import { firstIncomplete, missingIn } from "#server/study/settings/missing-in-draft.ts";
import { buildSettings, missingSettings } from "#server/study/settings/settings.ts";
import { studyLimits } from "#server/study/study-limits.ts";
import { contextOf, draftWith, reading } from "./drafts.ts";

const messages = (missing: readonly { message: string }[]) => missing.map(({ message }) => message);

describe("columns", () => {
  it("start with a guessed notation, and neither shown nor used", () => {
    expect(peopleFor(reading, {}).columns.map(({ name, type, role }) => [name, type, role])).toEqual([
      ["months", "number", "ignored"],
      ["account", "category", "ignored"],
      ["remark", "text", "ignored"],
    ]);
  });

  it("keep decisions and order when a file with the same names is uploaded", () => {
    const first = peopleFor(reading, {});
    const decided = {
      ...first,
      withoutErrors: true,
      columns: first.columns
        .map((column) => ({ ...column, unit: column.source === 0 ? "months" : "" }))
        .toReversed(),
    };
    const again = peopleFor(reading, {}, { people: decided, reading });
    expect(again.columns.map(({ name, unit }) => [name, unit])).toEqual([
      ["remark", ""],
      ["account", ""],
      ["months", "months"],
    ]);
    expect(again.withoutErrors, "rows of another file").toBe(false);
  });

  it("are guessed again if a new file uses another notation", () => {
    const first = peopleFor(reading, {});
    const decided = {
      ...first,
      columns: first.columns.map((column) => ({ ...column, role: "both" as const })),
    };
    const guess = { type: "number", notation: "comma", sign: "€" } as const;
    const other = {
      ...reading,
      columns: reading.columns.map((column, index) => (index === 0 ? { ...column, guess } : column)),
    };
    const [months, account] = peopleFor(other, {}, { people: decided, reading }).columns;
    expect(months).toMatchObject({ ...guess, role: "both" });
    expect(account).toEqual(decided.columns[1]);
  });

  it("keep their rules if a new file has another order or other names", () => {
    const predicates: RulesDraft["predicates"] = [
      { source: 0, test: "at-most", value: "24" },
      { source: 1, test: "is", value: "A11" },
    ];
    const { rules } = draftWith({ predicates, predictions: [{ source: 1, accepts: "A12" }] });
    const sourcesIn = (columns: typeof reading.columns) => {
      const { predicates, predictions } = rulesFor(rules, { ...reading, columns }, reading);
      return [predicates, predictions].map((items) => items.map(({ source }) => source));
    };
    expect(sourcesIn(reading.columns.toReversed())).toEqual([[2, 1], [1]]);
    expect(sourcesIn(reading.columns.map((column) => ({ ...column, name: `${column.name}!` })))).toEqual([
      [0, 1],
      [1],
    ]);
    expect(sourcesIn(reading.columns.slice(1))).toEqual([[0], [0]]);
    const [months, account, remark] = reading.columns;
    if (!months || !account || !remark) throw new Error("there are three columns");
    expect(sourcesIn([account, { ...months, name: "weeks" }, remark])).toEqual([[0], [0]]);
  });

  it("need unique names, one shown, one for rules, and at most one outcome", () => {
    const said = (columns: Partial<ColumnChoice>[]) =>
      messages(missingColumns(draftWith({}, columns).people, "learn"));
    expect(said([])).toEqual([]);
    expect(said([{}, { name: " months " }])).toEqual(["Two columns are called “months”: names must differ."]);
    expect(said([{ name: "  " }])).toEqual(["Column 1 needs a name."]);
    expect(said([{ role: "rules" }, { role: "rules" }, { role: "ignored", name: "" }])).toEqual([
      "No column is shown: auditors would judge nothing.",
    ]);
    expect(said([{ role: "shown" }, { role: "shown" }])).toEqual(["No column is used by rules."]);
    expect(said([{}, { role: "outcome", yes: ["A11"], no: [] }])).toEqual([
      "Choose which cells of “account” mean yes and which mean no.",
    ]);
    const sealed = { role: "outcome", yes: ["1"], no: ["2"] } as const;
    expect(
      said([
        { ...sealed, yes: ["1"], no: ["2"] },
        { ...sealed, yes: ["1"], no: ["2"] },
      ]),
    ).toContain("Only one column can be the outcome, not “months” and “account”.");
  });

  it("need numeric limits if numbers beyond them are treated", () => {
    const said = (low: string, high: string) =>
      messages(
        missingColumns(draftWith({}, [{ outliers: { treatment: "leave-out", low, high } }]).people, "learn"),
      );
    expect(said("", "4")).toEqual([]);
    expect(said("", "")).toEqual([
      "“months”: give the number below or above which a value counts as an error.",
    ]);
    expect(said("1", "ten")).toEqual(["“months”: “ten” is not a number such as 4 or -0.5."]);
    expect(said("5", "4")).toEqual(["“months”: the lower limit is above the upper one."]);
  });
});

describe("thresholds", () => {
  const quantiles = (count: string) =>
    draftWith({ thresholds: [{ source: 0, direction: "both", by: "quantiles", count, values: "" }] });

  it("cut at the requested number of quantiles: 25, 50 and 75 of 1 to 100", () => {
    const context = contextOf(quantiles("3"));
    expect(buildRules(context)).toEqual({
      kind: "thresholds",
      version: 1,
      cuts: ["25", "50", "75"].map((cut) => ({ column: "months", cut })),
    });
    expect(ruleCount(context)).toBe(2 + 2 * 3);
    expect(rulesKinds.thresholds.size(context)).toMatchObject({ rules: 8 });
  });

  it("of rankings, ages and amounts need a choice whether more or less is better", () => {
    const named = (name: string) => {
      const draft = draftWith({}, [{ name }]);
      const [column] = draft.people?.columns ?? [];
      if (column === undefined) throw new Error("a column");
      const thresholds = [firstThreshold(column)];
      return {
        thresholds,
        missing: messages(missingRules(contextOf(draftWith({ thresholds }, [{ name }])))),
      };
    };
    for (const name of ["Institution Ranking (BS)", "age", "Alter", "loan_amount", "puesto"]) {
      const { thresholds, missing } = named(name);
      expect(thresholds[0]?.direction, name).toBe("unclear");
      expect(missing).toEqual([`“${name}”: choose whether more or less is better.`]);
    }
    expect(named("GRE Total")).toMatchObject({ thresholds: [{ direction: "above" }], missing: [] });
  });

  it("refuse an invalid number of quantiles", () => {
    for (const count of ["0", "50", "-1", "2.5", "", "1e1"]) {
      expect(messages(missingRules(contextOf(quantiles(count))))).toEqual([
        "“months”: the number of cut points is a whole number from 1 to 49.",
      ]);
    }
  });

  it("take typed cut points, sorted and unique, and report one that is not a number", () => {
    const typed = (values: string) =>
      contextOf(
        draftWith({ thresholds: [{ source: 0, direction: "both", by: "typed", count: "", values }] }),
      );
    expect(buildRules(typed("30, 12;12.0\n-4"))).toMatchObject({
      cuts: [{ cut: "-4" }, { cut: "12" }, { cut: "30" }],
    });
    for (const wrong of ["NaN", "Infinity", "0x10", "007", "１２", "12 €"]) {
      expect(messages(missingRules(typed(`5 ${wrong}`)))[0]).toContain("is not a number");
    }
    expect(messages(missingRules(typed("  ")))).toEqual(["“months”: type at least one cut point."]);
  });

  it("take cut points of a column with decimal commas typed with a comma or a point", () => {
    const context = (part: Pick<RulesDraft["thresholds"][number], "by" | "values" | "range">) => {
      const drafted = contextOf(
        draftWith({ thresholds: [{ source: 0, direction: "both", count: "", ...part }] }),
      );
      const columns = drafted.columns.map((column) => ({ ...column, notation: "comma" as const }));
      return { ...drafted, columns };
    };
    expect(buildRules(context({ by: "typed", values: "2,5 3.5; -4,25, 7" }))).toMatchObject({
      cuts: [{ cut: "-4.25" }, { cut: "2.5" }, { cut: "3.5" }, { cut: "7" }],
    });
    const range = { from: "0,5", to: "2", step: "0,25" };
    expect(buildRules(context({ by: "even", values: "", range }))).toMatchObject({
      cuts: [{ from: "0.5", step: "0.25", count: 7 }],
    });
  });

  const even = (from: string, to: string, step: string) =>
    contextOf(
      draftWith({
        thresholds: [
          { source: 0, direction: "above", by: "even", count: "", values: "", range: { from, to, step } },
        ],
      }),
    );

  it("turn evenly spaced cut points into one range, however many", () => {
    const cents = even("-1", "1000.005", "0.01");
    expect(missingRules(cents)).toEqual([]);
    expect(buildRules(cents)).toEqual({
      kind: "thresholds",
      version: 1,
      cuts: [{ column: "months", from: "-1", step: "0.01", count: 100_101, side: "above" }],
    });
    expect(ruleCount(cents)).toBe(2 + 100_101);
    expect(conditionLimitWords(cents)).toBe("100,101 of at most 5,000,000 cut points");
    expect(exampleRules(cents)).toEqual(["accept if months > 499.5"]);
  });

  it("refuse invalid distances, and more cut points than the limit", () => {
    const said = (...range: [string, string, string]) => messages(missingRules(even(...range)));
    expect(said("", "1", "1")).toEqual(["“months”: “” is not a number. Write 24 or 0.5."]);
    expect(said("0", "1", "ten")).toEqual(["“months”: “ten” is not a number. Write 24 or 0.5."]);
    expect(said("0", "1", "0")).toEqual(["“months”: the distance between two cut points must be above 0."]);
    expect(said("2", "1", "1")).toEqual(["“months”: the last cut point must not be below the first."]);
    expect(said("0", "1e15", "1e-1")).toEqual(["“months”: these numbers have more than 15 digits."]);
    expect(said("0", "1", "1e-16")).toEqual(["“months”: these numbers have more than 15 digits."]);
    expect(said("1", "5000000", "1")).toEqual([]);
    expect(said("1", "5000001", "1")).toEqual([
      "5,000,001 cut points, at most 5,000,000: rules are compared all at once, and each takes memory. Increase the distance between them.",
    ]);
  });

  it("report an empty choice, and drop a column that rules no longer use", () => {
    expect(messages(missingRules(contextOf(draftWith())))).toEqual([
      "Choose at least one number and its cut points.",
    ]);
    const hidden = draftWith(
      { thresholds: [{ source: 0, direction: "both", by: "quantiles", count: "3", values: "" }] },
      [{ role: "shown" }],
    );
    expect(messages(missingRules(contextOf(hidden)))).toEqual([
      "Choose at least one number and its cut points.",
    ]);
  });

  it("are described in the auditors' words", () => {
    const draft = draftWith(
      { thresholds: [{ source: 0, direction: "both", by: "typed", count: "", values: "24" }] },
      [{ label: "Duration", unit: "months" }],
    );
    expect(exampleRules(contextOf(draft))).toEqual(["accept if Duration <= 24 months"]);
  });
});

describe("conditions together", () => {
  const conditions = (predicates: RulesDraft["predicates"], columns: Partial<ColumnChoice>[] = []) =>
    contextOf(draftWith({ kind: "conjunctions", predicates }, columns));
  const both: RulesDraft["predicates"] = [
    { source: 0, test: "at-most", value: "24" },
    { source: 1, test: "is-not", value: "A11" },
  ];

  it("make a rule for every set of conditions, as the learner counts them", () => {
    const context = conditions(both);
    expect(rulesKinds.conjunctions.size(context)).toEqual({ rules: 5, used: 2 });
    expect(conditionLimitWords(context)).toBe(
      "2 of at most 24 conditions. Each further one doubles the number of rules. With the learner “A search with noise” and in the mode “With a limit” at most 18 conditions.",
    );
    expect(hypothesisClass(learnerColumns(context.columns), buildRules(context)).size).toBe(5);
  });

  it("are described in the auditors' words", () => {
    const context = conditions(both, [
      { label: "duration" },
      { label: "checking account", words: [{ word: "A11", label: "below 0 DM" }] },
    ]);
    expect(exampleRules(context)).toEqual([
      "accept if duration <= 24",
      "accept if duration <= 24 and checking account is not below 0 DM",
    ]);
  });

  it("report conditions that no longer fit or occur twice", () => {
    const said = (predicates: RulesDraft["predicates"], columns: Partial<ColumnChoice>[] = []) =>
      messages(missingRules(conditions(predicates, columns)));
    expect(said([])).toEqual(["List at least one condition."]);
    expect(said([{ source: 0, test: "above", value: "ten" }])).toEqual([
      "Condition 1 needs a number such as 24 or 0.5.",
    ]);
    expect(said(both, [{ type: "category" }])).toEqual([
      "Condition 1 compares “months”, which is not a number any more.",
    ]);
    expect(said(both, [{ role: "shown" }])).toEqual([
      "Condition 1 asks about a column that rules do not use any more. Remove it.",
    ]);
    expect(said([...both, { source: 0, test: "at-most", value: "24.0" }])).toEqual([
      "Condition 3 repeats an earlier one.",
    ]);
    expect(said(many(24))).toEqual([]);
    expect(said(many(25))[0]).toContain(
      "25 conditions, at most 24 for this kind of rules: 24 make 16,777,217 rules, and all of them are compared in every round, which takes up to 403 MB.",
    );
  });

  it("have a lower limit if each rule has separate numbers, and the message gives the memory", () => {
    const { settings } = newDraft("", 0);
    const said = (count: number, part: Partial<SettingsDraft>) =>
      missingSettings({ ...settings, ...part }, conditions(many(count))).map(
        ({ field, message }) => `${field}: ${message}`,
      );
    for (const mode of ["guarded", "known"] as const) expect(said(18, { mode })).toEqual([]);
    expect(said(24, { mode: "known" })).toEqual([]);
    expect(said(20, { mode: "guarded" })).toEqual([
      "mode: 20 conditions make 1,048,577 rules, and this mode keeps six numbers for each of them while a round is open: 50 MB. At most 13 MB are possible, because every step of a round reads and writes them in one piece. Take 18 conditions at most, or choose “A weight for every rule” in another mode.",
    ]);
    const ftpl = {
      learner: "ftpl",
      mode: "known",

      horizon: "20",
      afterHorizon: "end",
    } as const;
    expect(said(18, ftpl)).toEqual([]);
    expect(said(19, ftpl)).toEqual([
      "learner: 19 conditions make 524,289 rules, and this learner looks through all of them for each rule that it draws. Take 18 conditions at most, or choose “A weight for every rule” in another mode.",
    ]);
  });
});

function many(count: number): RulesDraft["predicates"] {
  return Array.from({ length: count }, (_, index) => ({ source: 0, test: "above", value: String(index) }));
}

describe("settings", () => {
  const base = newDraft("", 0).settings;
  const said = (part: Partial<SettingsDraft>) =>
    missingSettings({ ...base, ...part }, null).map(({ field }) => field);

  it("are complete by default, and accepted by the learner and the log", () => {
    const draft = draftWith({
      thresholds: [{ source: 0, direction: "both", by: "quantiles", count: "3", values: "" }],
    });
    const settings = buildSettings(draft.settings, contextOf(draft));
    expect(settingsSchema.parse(settings)).toEqual(settings);
    expect(() => learnerOf(settings.learner).init(settings.learner)).not.toThrow();
    expect(settings.learner).toMatchObject({
      alpha: "0.1",
      eps: "0.05",
      horizon: null,
      afterHorizon: "anytime",
    });
    expect(settings.presentation).toMatchObject({
      docket: { size: 24 },
      ...{ lookFirst: false, reasons: false, notes: false, repeat: false, tolerance: false },
    });
    expect(settings.panel).toEqual({
      gamma: { numerator: 3, denominator: 5 },
      quorum: 3,
      closesWithoutPairs: true,
      closesAtDeadline: true,
      selection: { how: "everyone", size: null },
    });
  });

  it("convert points into exact shares", () => {
    expect(["10", "2.5", "0.07", "99.999", "0", "1e-3"].map(pointsToShare)).toEqual([
      "0.1",
      "0.025",
      "0.0007",
      "0.99999",
      "0",
      "0.00001",
    ]);
  });

  it("are refused one by one outside their limits", () => {
    for (const wrong of ["1", "0", "1001", "2.5", "", "ten", "1e1", "NaN", "-4", "99999999999"]) {
      expect(said({ roundSize: wrong })).toEqual(["roundSize"]);
    }
    expect(said({ seats: "2" })).toEqual(["neededFlags", "quorum"]);
    expect(said({ seats: "0" })).toEqual(["seats"]);
    const { roundSize, seats } = studyLimits;
    expect(said({ roundSize: String(roundSize), seats: String(seats) })).toEqual([]);
    expect(said({ roundSize: String(roundSize + 1) })).toEqual(["roundSize"]);
    expect(said({ seats: String(seats + 1) })).toEqual(["seats"]);
    expect(said({ neededFlags: "0" })).toEqual(["neededFlags"]);
    expect(said({ neededFlags: "6" })).toEqual(["neededFlags"]);
    expect(said({ quorum: "0" })).toEqual([]);
    for (const wrong of ["100", "-1", "NaN", "Infinity", "1e400", "0x10", "", "٣"]) {
      expect(said({ alphaPoints: wrong })).toEqual(["alphaPoints"]);
    }
    expect(said({ alphaPoints: "99.99", epsPoints: "99.99" })).toEqual([]);
    expect(said({ alphaPoints: "0" })).toEqual(["alphaPoints"]);
    for (const wrong of ["0", "10.01", "-1", "ten"])
      expect(said({ epsPoints: wrong })).toEqual(["epsPoints"]);
    for (const wrong of ["0", "-1", "", "1001"]) {
      expect(said({ mode: "known", multiplier: wrong })).toEqual(["multiplier"]);
      expect(said({ mode: "guarded", multiplier: wrong })).toEqual([]);
    }
    for (const wrong of ["0", "1000000001", "2.5"]) {
      expect(said({ horizon: wrong })).toEqual(["horizon"]);
    }
    expect(said({ deadlineDays: "" })).toEqual([]);
    expect(said({ deadlineDays: "0" })).toEqual(["deadlineDays"]);
  });

  it("in the paper's mode need T, an end and one pair, but no margin", () => {
    const paper: Partial<SettingsDraft> = { mode: "paper", epsPoints: "none", multiplier: "none" };
    expect(said(paper)).toEqual(["horizon", "pairRule"]);
    expect(said({ ...paper, horizon: "20", pairRule: "largest-gap" })).toEqual([]);
    const draft = draftWith({
      thresholds: [{ source: 0, direction: "both", by: "quantiles", count: "3", values: "" }],
    });
    const chosen = {
      ...base,
      ...paper,

      horizon: "20",
      pairRule: "largest-gap",
    } as const;
    const { learner } = buildSettings(chosen, contextOf(draft));
    expect(() => learnerOf(learner).init(learner)).not.toThrow();
  });
});

describe("a whole draft", () => {
  it("lists what is missing step by step, and the step to continue with", () => {
    expect(firstIncomplete(newDraft("Small loans", 0), null)).toBe("purpose");
    const described = { ...draftWith(), purpose: { name: "a", purpose: "b", guidelines: "c" } };
    expect(firstIncomplete(described, reading)).toBe("rules");
    expect(missingIn(described, reading).map(({ step }) => step)).toEqual(["rules"]);
    expect(missingIn(described, null).map(({ step }) => step)).toEqual(["people", "rules"]);
  });

  it("keeps only labels of features, and no empty ones", () => {
    const draft = draftWith({}, [
      { label: " Duration ", unit: " months " },
      {
        words: [
          { word: "A11", label: "below 0" },
          { word: "A12", label: " " },
        ],
      },
      { role: "identifier" },
    ]);
    const { file, ...labels } = labelsOfDraft(draft, ["Months", "A1"]);
    expect(file?.map(({ header, name, role }) => [header, name, role])).toEqual([
      ["Months", "months", "both"],
      ["A1", "account", "both"],
      ["remark", "remark", "identifier"],
    ]);
    expect(labels).toEqual({
      v: 1,
      decision: "who is picked",
      columns: [
        { name: "months", label: "Duration", unit: "months", isDate: false, words: [] },
        {
          name: "account",
          label: "account",
          unit: "",
          isDate: false,
          words: [{ word: "A11", label: "below 0" }],
        },
      ],
      deadlineDays: 7,
    });
  });
});
