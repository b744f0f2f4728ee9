import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readOptions } from "#server/cli/simulate/options.ts";
import { simulatedEnvironments, simulatedLearners } from "#server/schemas/simulation-choices.ts";
import type { SimulationSettings } from "#server/schemas/simulations.ts";
import { cellRounds } from "#server/simulation/cells.ts";
import { parsePlan, SimulationRefusal, type SweepPlan } from "#server/simulation/plan.ts";
import { seriesRounds } from "#server/simulation/series.ts";
import { planOfSettings } from "#server/simulation/settings-plan.ts";
import { shellLine } from "#server/simulation/shell-words.ts";
import { draftWith } from "#tests/study/drafts.ts";
import { learner } from "./docket-run.ts";

/** The plan of these options, without a plan of a draft. */
function sweepOf(args: readonly string[]): SweepPlan | undefined {
  const plan = readOptions(args)?.plan;
  if (plan !== undefined && "settings" in plan) throw new Error("a plan of a draft");
  return plan;
}

function refusal(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof SimulationRefusal) return error.message;
    throw error;
  }
  throw new Error("it was not refused");
}

test("an empty plan is a synthetic world with every default filled in", () => {
  const plan = parsePlan({});
  expect(plan).toMatchObject({
    world: { kind: "synthetic", types: 12, rules: 40 },
    environment: { kind: "iid" },
    alpha: "0.2",
    eps: "0.1",
    horizons: [1000],
    seeds: [1, 2, 3, 4, 5],
    panel: { rule: { kind: "share", gamma: { numerator: 2, denominator: 3 } } },
  });
  expect(plan.learners.map(({ name, mode }) => [name, mode])).toEqual([["default", "known"]]);
});

test.each([
  [{ roundSize: 1 }, "roundSize: expected a whole number, 2 to 1000 (found 1)"],
  [{ alpha: "1" }, "alpha: found 1, expected above 0 and below 1"],
  [{ alpha: "0.1", eps: "0.2" }, "eps: found 0.2, expected above 0 and at most alpha = 0.1"],
  [{ alpha: "a tenth" }, 'alpha: found "a tenth", expected a decimal such as 0.1'],
  [{ learners: ["best"] }, 'learners.0: found "best", expected one of default, paper'],
  [{ learners: ["paper", "paper"] }, 'learners: "paper" is there twice'],
  [{ seeds: [1, 1] }, "seeds: 1 is there twice"],
  [{ panel: { auditors: [], rule: "2/3" } }, "panel.auditors"],
  [
    { panel: { auditors: [{ kind: "silent" }], rule: "0/3" } },
    'panel.rule: found "0/3", expected a fraction above 0',
  ],
  [
    { panel: { auditors: [{ kind: "silent" }], rule: { kind: "auditor", auditor: 1 } } },
    "panel.rule: auditor 1 is not one of 0..0",
  ],
  [{ panel: { auditors: [{ kind: "silent" }], rule: 2 } }, "panel.rule"],
  [{ frontier: { rules: ["1/3", { kind: "any", rules: [] }] } }, 'frontier.rules: "any" of no rules'],
  [{ outcomes: { lostShare: 1 } }, "outcomes.lostShare"],
  [
    { panel: { auditors: [{ kind: "silent" }], selection: { how: "rotation", size: 2 }, rule: "1/2" } },
    "panel.selection: a panel of 2 from a pool of 1",
  ],
  [
    {
      panel: {
        auditors: Array.from({ length: 40 }, () => ({ kind: "silent" })),
        selection: { how: "most-reports", size: 5 },
        rule: "1/2",
      },
    },
    "panel.selection: 5 of 40 members make 658008 panels, more than the 20000 that most-reports compares",
  ],
  [{ candidates: { aim: "most-errors", count: 3 } }, "candidates: 3 candidates for rounds of 4"],
  [
    { candidates: { aim: "most-reports", count: 20 } },
    "candidates: 4 of 20 candidates make 4845 groups, more than the 1000 that are compared",
  ],
  [{ candidates: { aim: "worst", count: 8 } }, "candidates.aim"],
  [
    { environment: { kind: "drift", period: 1 } },
    "environment.period: expected a whole number, 2 to 1000000000 (found 1)",
  ],
  [{ enviroment: {} }, "enviroment"],
])("a value outside its limits is named with the limit: %j", (input, message) => {
  expect(refusal(() => parsePlan(input))).toContain(message);
});

test("options say the same as a file does", () => {
  const args = [
    ["--learners", "default,paper", "--rounds", "100,200", "--seeds", "3", "--people", "6"],
    [
      "--environment",
      "flip:0.25",
      "--delay",
      "mean:4",
      "--lost",
      "0.1",
      "--rule",
      "1/3",
      "--selection",
      "by-lot:2",
    ],
    [
      "--candidates",
      "most-errors:7",
      "--frontier",
      "1/3,3/3",
      "--closed-loop",
      "--types",
      "8",
      "--out",
      "somewhere",
      "--quiet",
    ],
  ].flat();
  const read = readOptions(args);
  expect(read).toMatchObject({ out: "somewhere", isQuiet: true });
  expect(read?.plan).toMatchObject({
    world: { kind: "synthetic", types: 8, rules: 40 },
    environment: { kind: "flip", at: 0.25 },
    outcomes: { delay: { kind: "geometric", mean: 4 }, lostShare: 0.1 },
    panel: {
      selection: { how: "by-lot", size: 2 },
      rule: { kind: "share", gamma: { numerator: 1, denominator: 3 } },
    },
    candidates: { aim: "most-errors", count: 7 },
    horizons: [100, 200],
    seeds: [1, 2, 3],
    roundSize: 6,
    frontier: { closedLoop: true },
  });
  const rule = { kind: "any", rules: [{ kind: "auditor", auditor: 0 }] };
  const rules = ["2/3", rule];
  const spelled = sweepOf(["--rule", JSON.stringify(rule), "--frontier", JSON.stringify(rules)]);
  expect(spelled?.panel.rule).toEqual(rule);
  expect(spelled?.frontier?.rules).toEqual([parsePlan({}).panel.rule, rule]);
  expect(readOptions(["--help"])).toBeUndefined();
});

test("learners can be spelled out on the command line, mode guarded with its settings", () => {
  const learners = [
    {
      name: "c2",
      mode: "guarded",
      guarded: { allowance: "2" },
      draw: "one-rule",
      prior: { none: "0", all: "0.5" },
    },
  ];
  expect(sweepOf(["--learners", JSON.stringify(learners)])?.learners).toMatchObject(learners);
  expect(refusal(() => readOptions(["--learners", "[guarded]"]))).toContain("--learners");
  const unknown = JSON.stringify([{ name: "c", mode: "guarded", guarded: { dial: "2" } }]);
  expect(refusal(() => readOptions(["--learners", unknown]))).toContain("dial");
});

test("a file of people can be named by options alone", () => {
  const read = readOptions(
    ["--file", "a.csv", "--features", "x, y", "--scores", "s1,s2", "--score-range", "2"].concat([
      "--majority",
      "s1,s2",
      "--at-least",
      "1",
      "--weights",
      '{"x": 0.1}',
    ]),
  );
  expect(read?.plan.world).toMatchObject({
    kind: "file",
    features: [{ name: "x" }, { name: "y" }],
    shown: [{ name: "s1" }, { name: "s2" }],
    outcome: { majority: ["s1", "s2"], atLeast: 1 },
    rules: { kind: "quantile-cuts", count: 9 },
  });
  expect(read?.plan.panel.auditors.map(({ kind }) => kind)).toEqual(["score", "score", "distance"]);
  const trees = readOptions(
    "--file a.csv --features x --outcome y --yes 1 --no 0 --trees 3 --cuts 5".split(" "),
  );
  expect(trees?.plan.world).toMatchObject({ rules: { kind: "quantile-cuts", count: 5, depth: 3 } });
});

test("unknown options, files that are not there and weights that are no JSON are refused", () => {
  expect(refusal(() => readOptions(["--speed", "9"]))).toContain("--speed");
  expect(refusal(() => readOptions(["nowhere.json"]))).toContain("nowhere.json");
  expect(sweepOf(['{"alpha": "0.3"}', "--people", "6"])).toMatchObject({ alpha: "0.3", roundSize: 6 });
  expect(refusal(() => readOptions(["--weights", "x"]))).toContain('--weights: "x" is no JSON');
  expect(refusal(() => readOptions(["--rounds", "many"]))).toContain("horizons.0");
});

test("auditors and single seeds can be spelled out, and points of the course asked for", () => {
  const auditors = [{ kind: "distance", weights: { east: 0.54 }, wrong: 0.05 }, { kind: "silent" }];
  const args = ["--auditors", JSON.stringify(auditors), "--rule", "1/2", "--seeds", "7,", "--series", "60"];
  expect(readOptions(args)?.plan).toMatchObject({ panel: { auditors }, seeds: [7], series: 60 });
  expect(refusal(() => readOptions(["--auditors", "east"]))).toContain('--auditors: "east" is no JSON');
  expect(refusal(() => readOptions(["--series", "3"]))).toContain(
    "series: expected a whole number, 4 to 1000",
  );
});

test("the files and seeds of a draft's plan are given by options; what its settings say is not", () => {
  const folder = mkdtempSync(join(tmpdir(), "evenhand-plan-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "plan.json");
  const plan = {
    world: { kind: "draft", file: "people.csv", hash: "a".repeat(64), people: draftWith().people, luck: 0.5 },
    panel: { auditors: [{ kind: "silent" }] },
    settings: [
      { name: "A", rounds: 10, gamma: { numerator: 1, denominator: 1 }, learner, docket: { size: 3 } },
    ],
  };
  writeFileSync(file, JSON.stringify(plan));
  const read = readOptions([
    file,
    "--file",
    "there/people.csv",
    "--rules-file",
    "r.txt",
    "--seeds",
    "2",
  ])?.plan;
  expect(read).toMatchObject({
    world: { kind: "draft", file: "there/people.csv", rulesFile: "r.txt" },
    environment: { kind: "passes" },
    seeds: [1, 2],
  });
  if (read === undefined) throw new Error("it was not read");
  expect(cellRounds(read)).toEqual([10, 10]);
  for (const option of [
    ["--rounds", "5"],
    ["--rule", "1/1"],
    ["--learners", "ix"],
  ]) {
    expect(refusal(() => readOptions([file, ...option]))).toContain("Unrecognized key");
  }
  const twice = { ...plan, settings: [...plan.settings, ...plan.settings] };
  expect(refusal(() => parsePlan(twice as unknown))).toBe('settings: "A" is there twice');
  expect(refusal(() => parsePlan({ world: { kind: "draft" } } as unknown))).toMatch(
    /world\.hash[\s\S]*settings/,
  );
});

const settings: SimulationSettings = {
  ...{
    selection: "everyone",
    members: 12,
    groupShare: 50,
    groupSeats: 1,
    arrivals: "as-they-come",
    candidates: 8,
    openRounds: 1,
  },
  ...{ learner: "guarded", rounds: 500, people: 6, alpha: "0.15", seats: 5, neededFlags: 3, wrong: 10 },
  ...{ kind: "share", seat: "", weights: "", first: "", second: "", each: "" },
  ...{ types: 20, rules: 30, worldSeed: 9, environment: "iid", firstSeed: 4, seeds: 3 },
};

test.each(simulatedEnvironments)("%s of a page is an environment that the program knows", (environment) => {
  const { kind, ...value } = parsePlan(planOfSettings({ ...settings, environment })).environment;
  expect([kind, ...Object.values(value)].join(":")).toBe(environment);
});

test.each<[Partial<SimulationSettings>, unknown]>([
  [{ kind: "share" }, { kind: "share", gamma: { numerator: 3, denominator: 5 } }],
  [{ kind: "every" }, { kind: "share", gamma: { numerator: 5, denominator: 5 } }],
  [{ kind: "any" }, { kind: "at-least", flags: 1 }],
  [{ kind: "at-least" }, { kind: "at-least", flags: 3 }],
  [
    { kind: "at-least", selection: "by-lot" },
    { kind: "at-least", flags: 3 },
  ],
  [
    { kind: "weighted", weights: "s2=3" },
    { weights: ["1", "3", "1", "1", "1"], threshold: "5" },
  ],
  [{ kind: "member", seat: "s2" }, { rules: [{ auditor: 1 }, { flags: 3 }] }],
  [
    { kind: "groups", first: "s1 s2", second: "s3", each: "1" },
    { kind: "all", rules: [{ weights: ["1", "1", "0", "0", "0"] }, { weights: ["0", "0", "1", "0", "0"] }] },
  ],
])("a rule of a page is one that the program knows: %j", (rule, expected) => {
  expect(parsePlan(planOfSettings({ ...settings, ...rule })).panel.rule).toMatchObject(expected as object);
});

test.each(simulatedLearners)("%s is a learner that the program knows", (learner) => {
  expect(parsePlan(planOfSettings({ ...settings, learner, seeds: 1 }))).toMatchObject({
    learners: [{ name: learner }],
    seeds: [4],
  });
});

test("there is a simulated auditor for each seat, and no two have the same weights", () => {
  const { panel } = parsePlan(planOfSettings({ ...settings, seats: 15 }));
  expect(new Set(panel.auditors.map((auditor) => JSON.stringify(auditor))).size).toBe(15);
  expect(panel.auditors.every((auditor) => "wrong" in auditor && auditor.wrong === 0.1)).toBe(true);
  expect(
    parsePlan(planOfSettings({ ...settings, wrong: 0, seats: 1, neededFlags: 1 })).panel.auditors,
  ).toEqual([{ kind: "distance", weights: { east: 0.6 } }]);
});

test("words of a shell are quoted where they have to be", () => {
  expect(shellLine(["npm", "--rule", "2/3", "it's", "", '{"a":1}', "$HOME"])).toBe(
    `npm --rule 2/3 'it'\\''s' '' '{"a":1}' '$HOME'`,
  );
});

test("a course is looked at from the first round to the last, evenly and on a logarithmic scale", () => {
  expect(seriesRounds(10, 60)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(seriesRounds(1_000, 8)).toEqual([1, 10, 100, 334, 667, 1_000]);
  const many = seriesRounds(20_000, 60);
  expect(many.length).toBeLessThanOrEqual(60);
  expect([many.at(0), many.at(-1)]).toEqual([1, 20_000]);
});
