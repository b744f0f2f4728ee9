import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countingWords } from "#components/setup/rules/kind-words.ts";
import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import { treeNumbers } from "#server/learner/classes/tree-numbers.ts";
import { learnerSpecSchema } from "#server/learner/config/spec.ts";
import { oracleOf } from "#server/learner/oracles/catalogue.ts";
import { learnerColumns } from "#server/study/columns.ts";
import type { ColumnChoice, RulesDraft, SettingsDraft } from "#server/study/draft.ts";
import { newDraft, peopleFor } from "#server/study/empty-draft.ts";
import { describePeople } from "#server/study/files/people/describe-people.ts";
import { readPeople } from "#server/study/files/reading/read-people.ts";
import { predicateWords } from "#server/study/rules/predicates.ts";
import {
  askedColumns,
  buildRules,
  draftClass,
  exampleRules,
  missingRules,
  ruleCount,
  rulesKinds,
} from "#server/study/rules/rules.ts";
import { missingSettings } from "#server/study/settings/settings.ts";
import { allUsed, contextOf, draftWith } from "./drafts.ts";
import { fileOf } from "./files/reading/files.ts";

const labelled: Partial<ColumnChoice>[] = [
  { label: "duration", unit: "months" },
  { label: "checking account", words: [{ word: "A11", label: "below 0 DM" }] },
];
const predicates: RulesDraft["predicates"] = [
  { source: 0, test: "at-most", value: "24" },
  { source: 1, test: "is-not", value: "A11" },
  { source: 0, test: "above", value: "60" },
];
const filled: Partial<RulesDraft> = {
  predicates,
  thresholds: [{ source: 0, direction: "both", by: "typed", count: "", values: "24" }],
  listed: "accept if duration <= 24 months and checking account is not below 0 DM\nmonths > 60",
  predictions: [{ source: 1, accepts: "A12" }],
  list: {
    name: "rules.txt",
    size: 100,
    hash: "a".repeat(64),
    count: 7,
    conditionCount: 2,
    columns: [
      { name: "months", type: "number" },
      { name: "account", type: "category" },
    ],
    first: [
      {
        isAny: true,
        conditions: [
          { column: "months", test: "at-most", value: "24" },
          { column: "account", test: "is", value: "A11" },
        ],
      },
    ],
  },
};
const kinds = Object.keys(rulesKinds) as RulesDraft["kind"][];
const contextFor = (kind: RulesDraft["kind"], rules: Partial<RulesDraft> = {}) =>
  contextOf(draftWith({ ...filled, kind, ...rules }, labelled));
const said = (kind: RulesDraft["kind"], rules: Partial<RulesDraft>) =>
  missingRules(contextFor(kind, rules)).map(({ message }) => message);
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ source: 0, test: "above" as const, value: String(index) }));

describe.each(kinds)("rules of the kind %s", (kind) => {
  it("are built as the log and the learner accept them, and counted as the learner does", () => {
    const context = contextFor(kind);
    expect(missingRules(context)).toEqual([]);
    const spec = buildRules(context);
    expect(learnerSpecSchema.shape.hypotheses.parse(spec)).toEqual(spec);
    const rules = hypothesisClass(learnerColumns(context.columns), spec);
    expect(rulesKinds[kind].size(context).rules).toBe(rules.size);
    expect(ruleCount(context)).toBe(rules.size);
    // FTPL uses oracles, and accepts no list from a file.
    if (kind !== "listed")
      expect(oracleOf(learnerColumns(context.columns), spec, rules).size).toBe(rules.size);
  });

  it("are shown in the auditors' words, without constant rules", () => {
    const examples = exampleRules(contextFor(kind));
    expect(examples.length).toBeGreaterThan(0);
    expect(examples.join()).toMatch(/duration (<=|>) \d+ months/);
    expect(examples.join()).not.toMatch(/A11|no one|everyone|undefined/);
  });

  it("need conditions or thresholds", () => {
    const nothing = { predicates: [], thresholds: [], listed: " \n", predictions: [], list: null };
    expect(said(kind, nothing)).toHaveLength(1);
    expect(draftClass(contextFor(kind, nothing))).toBeNull();
  });
});

describe("rules that are too many", () => {
  it.each([
    ["conjunctions", 25, "16,777,217 rules"],
    ["parities", 25, "16,777,217 rules"],
    ["signed-conjunctions", 12, "177,148 rules"],
    ["signed-disjunctions", 12, "177,148 rules, and all of them are compared"],
    ["decision-lists", 13, "each order of the questions"],
    ["scorecards", 9, "every combination of answers"],
  ] as const)("%s of %i conditions is refused with the reason and what to do", (kind, count, reason) => {
    const [message] = said(kind, { predicates: many(count) });
    expect(message).toContain(`${count} conditions, at most ${count - 1}`);
    expect(message).toContain(reason);
    expect(message).toContain("Remove some");
    expect(rulesKinds[kind].size(contextFor(kind, { predicates: many(count) })).rules).toBeNull();
    expect(said(kind, { predicates: many(count - 1), longest: "2", largestPoints: "1" })).toEqual([]);
  });

  it("are refused as decision lists beyond the number that can be searched", () => {
    expect(said("decision-lists", { predicates: many(12), longest: "4" })).toEqual([
      "12 conditions in lists of up to 4 questions make more than 100,000 rules, and all of them are compared in each round. Shorten the lists, or remove conditions.",
    ]);
    for (const longest of ["0", "7", "", "2.5", "many"]) {
      expect(said("decision-lists", { longest })[0]).toContain("1 to 6 questions");
    }
  });

  it("are counted as decision trees by each way to write a rule, and the form says so", () => {
    // Two conditions have 2^(2^2) functions of their answers.
    expect(treeNumbers(2, 2).count).toBeGreaterThan(16);
    expect(countingWords("trees")).toContain("each of them has its own weight");
  });

  it("are refused as decision trees by depth, and for Exp2 beyond the number that can be listed", () => {
    for (const [depth, most] of [
      ["2", 64],
      ["3", 32],
    ] as const) {
      expect(said("trees", { predicates: many(most), depth })).toEqual([]);
      expect(said("trees", { predicates: many(most + 1), depth })[0]).toContain(
        `${most + 1} conditions, at most ${most}`,
      );
    }
    // Depth 2 over 29 conditions: 95,876; over 30: 106,202.
    const problems = (count: number, settings: Partial<SettingsDraft>) => {
      const context = contextFor("trees", { predicates: many(count), depth: "2" });
      return missingSettings({ ...draftWith({}).settings, ...settings }, context);
    };
    expect(problems(29, {})).toEqual([]);
    expect(problems(30, {})).toEqual([
      {
        step: "settings",
        field: "learner",
        message:
          "This learner gives every rule a weight of its own, and these trees are too many to list. Choose “A search with noise”, which searches them without a list, or remove conditions in step 3: 29 of depth 2, 4 of depth 3 (100,000 rules) can be listed.",
      },
    ]);
    const ends = { horizon: "20", afterHorizon: "end" } as const;
    const ftpl = { ...ends, learner: "ftpl", mode: "known" } as const;
    expect(problems(64, ftpl)).toEqual([]);
    for (const depth of ["1", "4", "", "2.5"]) {
      expect(said("trees", { depth })).toEqual([
        `Each way through a tree asks 2 or 3 conditions, not “${depth}”.`,
      ]);
    }
  });

  it("are refused as scorecards beyond the number that can be listed", () => {
    expect(said("scorecards", { predicates: many(6), largestPoints: "3" })).toEqual([
      "6 conditions with points from −3 to 3 make 7,529,536 cases to list, at most 2,097,152. Use smaller points, or remove conditions.",
    ]);
    for (const largestPoints of ["0", "100", "", "1.5"]) {
      expect(said("scorecards", { largestPoints })[0]).toContain("whole number from 1 to 99");
    }
  });
});

describe("a typed list of rules", () => {
  const built = (listed: string) => buildRules(contextFor("explicit", { listed, predictions: [] }));

  it("reads a rule as shown, by name or label, with or without a unit", () => {
    const spellings = [
      "accept if duration <= 24 months and checking account is not below 0 DM",
      "months at most 24.0 AND account != A11",
      "Duration ≤ 24 and  account is not “A11”",
    ];
    const [first, ...others] = spellings.map(built);
    for (const other of others) expect(other).toEqual(first);
    const rules = hypothesisClass(
      learnerColumns(contextFor("explicit").columns),
      first ?? { kind: "explicit", version: 1, rules: [] },
    );
    expect(rules.sentence(2)).toBe("accept if months <= 24 and account is not A11");
    expect(
      [
        ["24", "A12"],
        ["24", "A11"],
        ["25", "A12"],
        [null, "A12"],
      ].map((row) => rules.evaluate(2, [...row, null].slice(0, 3))),
    ).toEqual([1, 0, 0, 0]);
  });

  it("also joins conditions by or", () => {
    const rules = hypothesisClass(
      learnerColumns(contextFor("explicit").columns),
      built("months > 60 or account is A12"),
    );
    expect(rules.sentence(2)).toBe("accept if months > 60 or account is A12");
    expect(rules.evaluate(2, ["1", "A12", null])).toBe(1);
  });

  it.each([
    [
      "colour is red",
      "no column that rules use has the name in “colour is red”. Chosen in step 2: duration, checking account.",
    ],
    ["months < 24", "rules only ask whether “duration” is at most a number (<=) or above it (>)."],
    ["months 24", "after “duration” expected <=, >, “is” or “is not”."],
    ["months <= ten", "“duration” is compared with a number such as 24 or 0.5, not with “ten”."],
    ["months <= 24 years", "expected “and” or “or” before “years”."],
    ["months <= 1,5", "“duration” is compared with a number such as 24 or 0.5, not with “1,5”."],
    ["account > 3", "“checking account” is not a number: write “is” or “is not”."],
    ["account is A99", "“A99” is not a word of “checking account”. Its words: A11, A12."],
    ["months <= 24 and", "expected “and” or “or” before “and”."],
    [
      "months <= 24 and months > 6 or account is A11",
      "“and” and “or” in one rule can be read in two ways: make it two rules.",
    ],
    ["months <= 24 and months <= 24.0", "a condition occurs twice."],
    [
      "remark is x",
      "no column that rules use has the name in “remark is x”. Chosen in step 2: duration, checking account.",
    ],
  ])("reports what it does not understand in “%s”", (line, problem) => {
    expect(said("explicit", { listed: `months > 1\n\n${line}` })).toEqual([`Line 3: ${problem}`]);
  });

  it("reads back every shown condition, with any labels and units", () => {
    const unit = fc.constantFrom("", "€", "DM", "%", "months of pay");
    const label = fc.constantFrom("", "how much and how long", "is it so", "5 > 3", "<= 9", "MONTHS left");
    const word = fc.constantFrom("", "below 0 DM", "A12 or A14", "is not", "24", "a11 and above");
    const value = fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => String(number + 0));
    const test = fc.constantFrom("at-most" as const, "above" as const);
    fc.assert(
      fc.property(unit, label, word, value, test, (unit, label, word, value, test) => {
        const columns =
          draftWith({}, [{ unit, label }, { words: [{ word: "A11", label: word }] }]).people?.columns ?? [];
        const shown: RulesDraft["predicates"] = [
          { source: 0, test, value },
          { source: 1, test: "is-not", value: "A11" },
          { source: 1, test: "is", value: "A12" },
        ];
        const listed = shown.map((each) => predicateWords(each, columns)).join(" and ");
        const context = contextOf(draftWith({ kind: "explicit", listed }, columns));
        expect(missingRules(context)).toEqual([]);
        expect(buildRules(context)).toMatchObject({
          rules: [
            {
              from: {
                kind: "conjunctions",
                predicates: [
                  { column: "months", test, value },
                  { column: "account", test: "is-not", value: "A11" },
                  { column: "account", test: "is", value: "A12" },
                ],
              },
            },
          ],
        });
      }),
    );
  });

  it("reports a name of two columns or a word for two codes", () => {
    const line = "accept if account is A11";
    const said = (listed: string, columns: Partial<ColumnChoice>[]) =>
      missingRules(contextOf(draftWith({ kind: "explicit", listed }, columns))).map(({ message }) => message);
    expect(said(line, [{ label: "Account" }])).toEqual([
      "Line 1: two columns have the name “account”. Give them different names in step 2.",
    ]);
    const words = ["A11", "A12"].map((word) => ({ word, label: "low" }));
    expect(said("account is low", [{}, { words }])).toEqual([
      "Line 1: “low” means A11 and A12: write the code.",
    ]);
    expect(said(line, [{}, { words }])).toEqual([]);
  });

  it("reads “and” as no month, and its first letter as no unit", () => {
    const said = (columns: Partial<ColumnChoice>[]) =>
      exampleRules(
        contextOf(draftWith({ kind: "explicit", listed: "since <= 5 and 2024 class is A12" }, columns)),
      );
    const [since, other] = [{ name: "since" }, { name: "2024 class" }];
    expect(said([{ ...since, notation: "day-first" }, other])).toEqual([
      "accept if since <= 6 January 1970 and 2024 class is A12",
    ]);
    expect(said([{ ...since, unit: "a" }, other])).toEqual(["accept if since <= 5 a and 2024 class is A12"]);
  });

  it("reports lines with the same rule, in any order of conditions", () => {
    expect(
      said("explicit", { listed: "months <= 24 and account is A11\naccount is A11 and months <= 24" }),
    ).toEqual(["Line 2 means the same as line 1."]);
  });

  it("accepts another model's answers with stored numbers, and reports a missing column", () => {
    const context = contextFor("explicit", { listed: "", predictions: [{ source: 1, accepts: "A12" }] });
    expect(buildRules(context)).toMatchObject({ rules: [{ column: "account", accepts: "A12" }] });
    expect(exampleRules(context)).toEqual(["accept if checking account is A12"]);
    expect(said("explicit", { predictions: [{ source: 1, accepts: "A13" }] })).toEqual([
      "Choose which cell of “checking account” means accept.",
    ]);
    const hidden = contextOf(draftWith({ ...filled, kind: "explicit", listed: "" }, [{}, { role: "shown" }]));
    expect(missingRules(hidden).map(({ field }) => field)).toEqual(["predictions.1"]);
  });
});

describe("a list from a file", () => {
  const listed = (choices: Partial<ColumnChoice>[]) =>
    contextOf(draftWith({ ...filled, kind: "listed" }, choices));
  const ofLength = (count: number, settings: Partial<SettingsDraft>) =>
    missingSettings(
      { ...newDraft("", 0).settings, ...settings },
      contextFor("listed", { list: filled.list ? { ...filled.list, count } : null }),
    ).map(({ field, message }) => `${field}: ${message}`);

  it("shows its first rules in the auditors' current words, and the columns that it tests", () => {
    expect(exampleRules(listed(labelled))).toEqual([
      "accept if duration <= 24 months or checking account is below 0 DM",
    ]);
    expect(exampleRules(listed([]))).toEqual(["accept if months <= 24 or account is A11"]);
    expect(askedColumns(listed([])).map(({ name }) => name)).toEqual(["months", "account"]);
  });

  it.each([
    ["is not used by rules any more", { role: "shown" }],
    ["has another name", { name: "account type" }],
    ["is another type", { type: "text", notation: "as-it-stands" }],
  ] as const)("must be uploaded again if a column that it uses %s", (_, choice) => {
    expect(missingRules(listed([{}, choice]))).toEqual([
      {
        step: "rules",
        field: "list",
        message:
          "The list asks about “account”, which rules no longer use in the same way. Change the column back in step 2, or upload the list again.",
      },
    ]);
  });

  it("needs Exp2, and in mode guarded room for separate numbers of every rule", () => {
    const ends = { horizon: "20", afterHorizon: "end" } as const;
    expect(ofLength(1_000_000, { mode: "known" })).toEqual([]);
    expect(ofLength(7, { ...ends, learner: "ftpl", mode: "known" })).toEqual([
      "learner: This learner looks through all rules for each one that it draws, and takes no list from a file. Choose “A weight for every rule”, or write at most 10,000 rules as “A list of your own”.",
    ]);
    expect(ofLength(262_143, { mode: "guarded" })).toEqual([]);
    expect(ofLength(1_000_000, { mode: "guarded" })).toEqual([
      "mode: The list has 1,000,000 rules, and this mode keeps six numbers for each of them while a round is open: 48 MB. At most 13 MB are possible, because every step of a round reads and writes them in one piece. Shorten the list to 262,143 rules, or choose another mode.",
    ]);
  });
});

describe("conditions about yes and no", () => {
  const file = "publications,MS,GRE,note\n1,yes,300,a\n0,no,310,b\n1,no,320,b\n0,yes,330,a\n";
  const reading = describePeople(readPeople(fileOf(file)));
  const people = allUsed(peopleFor(reading, {}));
  const columns = people.columns.map((column, at) =>
    at === 0 ? { ...column, label: "has publications" } : column,
  );
  const rulesOf = (rules: Partial<RulesDraft>, given: readonly ColumnChoice[] = columns) => ({
    rules: { ...newDraft("", 0).rules, ...rules },
    columns: given,
    reading,
  });

  it("show only the column for a yes, whether it is written yes or 1", () => {
    const predicates: RulesDraft["predicates"] = [
      { source: 0, test: "is", value: "yes" },
      { source: 1, test: "is", value: "yes" },
      { source: 1, test: "is", value: "no" },
    ];
    expect(predicates.map((each) => predicateWords(each, columns))).toEqual([
      "has publications",
      "MS",
      "MS is no",
    ]);
    const context = rulesOf({
      kind: "explicit",
      listed: "accept if has publications and MS\nMS is no or GRE > 300",
    });
    expect(missingRules(context)).toEqual([]);
    expect(exampleRules(context)).toEqual([
      "accept if has publications and MS",
      "accept if MS is no or GRE > 300",
    ]);
  });

  it("describe and read back the answer of an empty cell", () => {
    const conditions: RulesDraft["predicates"] = [
      { source: 0, test: "is", value: "yes", blank: "pass" },
      { source: 2, test: "above", value: "300", blank: "pass" },
      { source: 1, test: "is-blank", value: "" },
    ];
    const said = conditions.map((each) => predicateWords(each, columns));
    expect(said).toEqual(["has publications (or blank)", "GRE > 300 (or blank)", "MS is blank"]);
    const typed = rulesOf({ kind: "explicit", listed: said.join(" and ") });
    expect(missingRules(typed)).toEqual([]);
    const listed = rulesOf({ kind: "conjunctions", predicates: conditions });
    const { predicates } = buildRules(listed) as { predicates?: unknown };
    expect(buildRules(typed)).toMatchObject({ rules: [{ from: { predicates } }] });
    expect(missingRules(listed)).toEqual([]);
  });

  it("let an empty cell pass cut points of one direction only", () => {
    const threshold = { source: 2, by: "typed", count: "", values: "310", blank: "pass" } as const;
    const above = rulesOf({ thresholds: [{ ...threshold, direction: "above" }] });
    expect(exampleRules(above)).toEqual(["accept if GRE > 310 (or blank)"]);
    const both = missingRules(rulesOf({ thresholds: [{ ...threshold, direction: "both" }] }));
    expect(both.map(({ message }) => message).join()).toContain("choose one direction");
  });

  it("show the label of 0 or 1 if a number is compared", () => {
    const words = [
      { word: "0", label: "no" },
      { word: "1", label: "yes" },
    ];
    const numbers = columns.map((column, at) =>
      at === 0 ? { ...column, type: "number" as const, notation: "point" as const, words } : column,
    );
    const said = (test: "above" | "at-most") => predicateWords({ source: 0, test, value: "0" }, numbers);
    expect([said("above"), said("at-most")]).toEqual(["has publications", "has publications is no"]);
    const context = rulesOf({ kind: "explicit", listed: `${said("above")}\n${said("at-most")}` }, numbers);
    expect(missingRules(context)).toEqual([]);
    expect(exampleRules(context)).toEqual(["accept if has publications", "accept if has publications is no"]);
  });
});
