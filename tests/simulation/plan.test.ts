import { expect, test } from "vitest";
import { readOptions } from "#server/cli/simulate/options.ts";
import { simulatedEnvironments, simulatedLearners } from "#server/schemas/simulation-choices.ts";
import type { SimulationSettings } from "#server/schemas/simulations.ts";
import { cellRounds } from "#server/simulation/cells.ts";
import { parsePlan, SimulationRefusal } from "#server/simulation/plan.ts";
import { seriesRounds } from "#server/simulation/series.ts";
import { planOfSettings } from "#server/simulation/settings-plan.ts";
import { shellLine } from "#server/simulation/shell-words.ts";
import { draftWith } from "#tests/study/drafts.ts";
import { learner } from "./docket-run.ts";

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
  expect(plan.learners).toMatchObject([{ name: "default", mode: "known" }]);
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
  [{ environment: { kind: "sunny" } }, "environment.kind"],
  [{ environment: { kind: "flip", at: 1.1 } }, "environment.at"],
  [{ outcomes: { delay: { kind: "fixed", rounds: 0.5 } } }, "outcomes.delay.rounds"],
  [{ outcomes: { delay: { kind: "geometric", mean: 0 } } }, "outcomes.delay.mean"],
  [{ openRounds: 0 }, "openRounds"],
  [{ world: { kind: "synthetic", types: 1 } }, "world.types"],
  [{ world: { kind: "synthetic", rules: 2 } }, "world.rules"],
  ...[
    ...[{ slip: 1.1 }, { wrong: -0.1 }, { overlooks: 1.1 }, { looksAt: -1 }, { looksAt: 0.5 }, { cutOff: 0 }],
    ...[{ weights: { east: -1 } }, { weights: { east: Number.POSITIVE_INFINITY } }, { kind: "oracle" }],
    { kind: "score", column: "east", range: 0, weights: undefined },
  ].map((habit): [object, string] => [
    { panel: { auditors: [{ kind: "distance", weights: {}, ...habit }] } },
    `panel.auditors.0.${Object.keys(habit).at(habit.kind === "score" ? 2 : 0)}`,
  ]),
  [
    {
      panel: {
        auditors: Array.from({ length: 3 }, () => ({ kind: "silent" })),
        selection: { how: "by-lot", size: 2 },
        rule: { kind: "auditor", auditor: 0 },
      },
    },
    "panel.selection: the rule names auditors",
  ],
])("reports a value outside its limits with the limit: %j", (input, message) => {
  expect(refusal(() => parsePlan(input))).toContain(message);
});

test("a plan is a file, text or absent, and its parts can be set one by one", () => {
  const rule = { kind: "at-least", flags: 1 };
  const read = readOptions([
    ...['learners=["default","paper"]', "horizons=[100,200]", "seeds=[7]", "roundSize=6", "alpha=0.3"],
    ...["environment.kind=flip", "environment.at=0.25", "outcomes.lostShare=0.1", "world.types=8"],
    ...['panel.selection={"how":"by-lot","size":2}', "panel.rule=1/3", "--out", "somewhere", "--quiet"],
    ...[`frontier.rules=["2/3",${JSON.stringify(rule)}]`, "frontier.closedLoop=true", "series=60"],
  ]);
  expect(read).toMatchObject({ out: "somewhere", isQuiet: true });
  expect(read?.plan).toMatchObject({
    learners: [{ name: "default" }, { name: "paper" }],
    ...{ horizons: [100, 200], seeds: [7], roundSize: 6, alpha: "0.3", eps: "0.15", series: 60 },
    world: { kind: "synthetic", types: 8, rules: 40 },
    environment: { kind: "flip", at: 0.25 },
    outcomes: { delay: { kind: "none" }, lostShare: 0.1 },
    panel: {
      selection: { how: "by-lot", size: 2 },
      rule: { kind: "share", gamma: { numerator: 1, denominator: 3 } },
    },
    frontier: { rules: [parsePlan({}).panel.rule, rule], closedLoop: true },
  });
  expect(read?.plan.panel.auditors).toHaveLength(3);
  const text = readOptions(['{"roundSize": 5, "panel": {"rule": "1/2"}}', "panel.rule=3/3", "--quiet"]);
  expect(text?.plan).toMatchObject({ roundSize: 5, panel: { rule: { gamma: { numerator: 3 } } } });
  const file = readOptions(
    ["world.kind=file", "world.file=a.csv", 'world.features=["x"]'].concat(
      'world.outcome={"majority":["s1"],"atLeast":1}',
    ),
  );
  expect(file?.plan.world).toMatchObject({ file: "a.csv", rules: { kind: "quantile-cuts", count: 9 } });
  expect(readOptions(["--help"])).toBeUndefined();
});

test("an invalid plan and unknown parts are refused", () => {
  expect(refusal(() => readOptions(["--speed", "9"]))).toContain("--speed");
  expect(refusal(() => readOptions(["nowhere.json"]))).toContain("nowhere.json");
  expect(refusal(() => readOptions(["{}", "{}"]))).toBe("one plan at a time, found {}, {}");
  expect(refusal(() => readOptions(["speed=9"]))).toContain("speed");
  expect(refusal(() => readOptions(["learners=[guarded]"]))).toContain("learners");
  expect(refusal(() => readOptions(["horizons=many"]))).toContain("horizons");
  expect(refusal(() => readOptions(["series=3"]))).toBe(
    "series: expected a whole number, 4 to 1000 (found 3)",
  );
  const dial = 'learners=[{"name":"c","mode":"guarded","guarded":{"dial":"2"}}]';
  expect(refusal(() => readOptions([dial]))).toContain("dial");
});

test("the plan of a draft has learners with separate spec, rule and docket", () => {
  const plan = {
    world: { kind: "draft", file: "people.csv", hash: "a".repeat(64), people: draftWith().people, luck: 0.5 },
    panel: { auditors: [{ kind: "silent" }] },
    learners: [{ name: "A", rule: "1/1", spec: learner, docket: { size: 3 } }],
    horizons: [10],
  };
  const given = [JSON.stringify(plan), "world.file=there/people.csv", "world.rulesFile=r.txt", "seeds=2"];
  const read = readOptions(given)?.plan;
  expect(read).toMatchObject({ world: { file: "there/people.csv", rulesFile: "r.txt" }, seeds: [1, 2] });
  expect(cellRounds(read ?? parsePlan({}))).toEqual([10, 10]);
  const mixed = "learners: a learner has a spec if the world is a draft, and only then";
  expect(refusal(() => parsePlan({ ...plan, learners: ["ix"] }))).toBe(mixed);
  expect(refusal(() => parsePlan({ ...plan, world: undefined }))).toBe(mixed);
  const twice = { ...plan, learners: [...plan.learners, ...plan.learners] };
  expect(refusal(() => parsePlan(twice))).toBe('learners: "A" is there twice');
  expect(refusal(() => parsePlan({ world: { kind: "draft" } }))).toMatch(/world\.hash/);
  const { rule: _, ...open } = plan.learners[0] as (typeof plan.learners)[0];
  expect(refusal(() => parsePlan({ ...plan, learners: [open] }))).toMatch(/learners\.0/);
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
  ...{ learner: "guarded", rounds: 500, people: 6, alphaPoints: "15", seats: 5, neededFlags: 3, wrong: 10 },
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
])("a rule from a page is valid in the program: %j", (rule, expected) => {
  expect(parsePlan(planOfSettings({ ...settings, ...rule })).panel.rule).toMatchObject(expected as object);
});

test.each(simulatedLearners)("%s is a learner that the program knows", (learner) => {
  expect(parsePlan(planOfSettings({ ...settings, learner, seeds: 1 }))).toMatchObject({
    learners: [{ name: learner }],
    seeds: [4],
  });
});

test("each seat has a simulated auditor with different weights", () => {
  const { panel } = parsePlan(planOfSettings({ ...settings, seats: 15 }));
  expect(new Set(panel.auditors.map((auditor) => JSON.stringify(auditor))).size).toBe(15);
  expect(panel.auditors.every((auditor) => "wrong" in auditor && auditor.wrong === 0.1)).toBe(true);
  expect(
    parsePlan(planOfSettings({ ...settings, wrong: 0, seats: 1, neededFlags: 1 })).panel.auditors,
  ).toEqual([{ kind: "distance", weights: { east: 0.6 } }]);
});

test("shell words are quoted if necessary", () => {
  expect(shellLine(["npm", "--rule", "2/3", "it's", "", '{"a":1}', "$HOME"])).toBe(
    `npm --rule 2/3 'it'\\''s' '' '{"a":1}' '$HOME'`,
  );
});

test("a course has points from the first round to the last, on a linear or logarithmic scale", () => {
  expect(seriesRounds(10, 60)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(seriesRounds(1_000, 8)).toEqual([1, 10, 100, 334, 667, 1_000]);
  const many = seriesRounds(20_000, 60);
  expect(many.length).toBeLessThanOrEqual(60);
  expect([many.at(0), many.at(-1)]).toEqual([1, 20_000]);
});
