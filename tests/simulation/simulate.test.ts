import { spawn } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { simulate } from "#server/cli/simulate/simulation.ts";
import { summarise } from "#server/cli/simulate/summary.ts";
import { type PlanInput, parsePlan, SimulationRefusal } from "#server/simulation/plan.ts";
import { changed } from "#tests/setup/changed.ts";
import { once } from "#tests/setup/migrated.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "evenhand-simulate-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const free = { isStopped: () => false, onCell: () => undefined };
const small: PlanInput = {
  world: { kind: "synthetic", types: 6, rules: 10 },
  learners: ["default", "paper", "no-fairness"],
  horizons: [10, 20],
  seeds: 2,
  frontier: { rules: ["1/3", "2/3"] },
};

function bytesIn(out: string): string[] {
  return ["results.jsonl", "results.csv"].map((file) => readFileSync(join(out, file), "utf8"));
}

/** Plays the small plan from beginning to end, once for all tests that compare with it. */
const wholeRun = once(async () => {
  const out = join(folder, "whole");
  const outcome = await simulate(parsePlan(small), out, free);
  return { outcome, bytes: bytesIn(out) };
});

test("equal plans give equal bytes, from which the table can be made", async () => {
  const plan = parsePlan(small);
  const { outcome: first, bytes } = await wholeRun();
  const again = join(folder, "again");
  await simulate(plan, again, free);
  expect(bytesIn(again)).toEqual(bytes);
  expect(first.results).toHaveLength(12);
  expect(bytes[0]?.split("\n")).toHaveLength(13);
  const summary = summarise(plan, first.results);
  expect(summary).toMatch(/default +2\/3 +20 +2/);
  expect(summary).toMatch(/V ~ T\^ +bound/);
  expect(summary).toContain("closed loop was not asked for");
  expect(await simulate(parsePlan({ ...small, seeds: [7, 8] }), join(folder, "c"), free)).not.toEqual(first);
});

test("mode guarded needs no T, and its violating rounds are shown with the guarantee", async () => {
  const learners = [
    "guarded",
    "guarded-one-rule",
    { name: "tight", mode: "guarded", prior: "uniform", guarded: { budget: "0.001" } },
  ] as const;
  const plan = parsePlan({ ...small, learners: [...learners], horizons: [20], seeds: 1 });
  const { results } = await simulate(plan, join(folder, "guarded"), free);
  expect(results).toHaveLength(3);
  for (const { promise, violatingRounds, cutViolatingRounds, violatingRoundsBound } of results) {
    expect(promise).toBe(4);
    expect(violatingRounds).toBeLessThanOrEqual((promise ?? 0) + cutViolatingRounds);
    expect(violatingRoundsBound).toBeNull();
  }
  const tight = results.filter(({ learner }) => learner === "tight");
  expect(tight.some(({ cutRounds }) => cutRounds > 0)).toBe(true);
  for (const { spentScaled } of tight) expect(spentScaled).toBeLessThanOrEqual(0.001 + 1e-12);
  expect(summarise(plan, results)).toMatch(/learner +rule +T +V +most +promise +cut/);
  const wrong = parsePlan({ ...small, learners: [{ name: "g", mode: "guarded", pairRule: "average" }] });
  await expect(simulate(wrong, join(folder, "wrong"), free)).rejects.toThrow(/every violating pair/);
});

test("a run's course equals shorter runs of the same seed, and ends at its total", async () => {
  const course = parsePlan({ ...small, learners: ["anytime"], horizons: [20], seeds: 1, series: 8 });
  const { results } = await simulate(course, join(folder, "course"), free);
  const [whole] = results;
  expect(whole?.series?.map(({ round }) => round)).toEqual([1, 3, 7, 14, 20]);
  // A learner that does not know T plays the same rounds for any T, so each point is a total of a shorter run.
  const shorter = parsePlan({ ...small, learners: ["anytime"], horizons: [3, 7, 14, 20], seeds: 1 });
  const { results: each } = await simulate(shorter, join(folder, "shorter"), free);
  expect(whole?.series?.slice(1)).toMatchObject(
    each.map(({ rounds, violatingRounds, errorRegret, judgedRounds }) => ({
      ...{ round: rounds, violatingRounds, errorRegret, judgedRounds },
    })),
  );
  expect(each.some(({ violatingRounds }) => violatingRounds > 0)).toBe(true);
  const rows = readFileSync(join(folder, "course", "series.csv"), "utf8")
    .trimEnd()
    .split("\n");
  expect(rows[0]).toBe(
    "learner,rule,rounds,seed,round,violating_rounds,judged_rounds,verdicts,picked,wrong,error_regret,lagrangian_regret,error_regret_bound,reports_bound",
  );
  const last = whole?.series?.at(-1);
  expect(last?.wrong).toBeCloseTo((whole?.drawnErrorPerPerson ?? 0) * 20 * 4, 9);
  // No bound on violating rounds is below 20.
  expect(rows.at(-1)).toBe(`anytime,2/3,20,1,${Object.values(last ?? {}).join(",")},`);
  expect(last?.lagrangianRegret).toBeCloseTo(whole?.lagrangianRegret ?? Number.NaN, 9);
  expect([last?.errorRegretBound, whole?.proof]).toEqual([whole?.errorRegretBound, "anytime"]);
  expect(rows).toHaveLength(6);
  expect(existsSync(join(folder, "shorter", "series.csv"))).toBe(false);
});

test("a stopped run keeps finished cells, and gives the same bytes after resuming", async () => {
  const plan = parsePlan(small);
  const { bytes } = await wholeRun();
  const out = join(folder, "stopped");
  const jsonl = join(out, "results.jsonl");
  const hasOne = () => existsSync(jsonl) && readFileSync(jsonl, "utf8").includes("\n");
  const stopped = await simulate(plan, out, { ...free, isStopped: hasOne });
  expect(stopped.results.length).toBeGreaterThan(0);
  expect(stopped.results.length).toBeLessThan(12);
  // A crash in the middle of a line.
  appendFileSync(join(out, "results.jsonl"), '{"key":"half');
  const resumed = await simulate(plan, out, free);
  expect(resumed.skipped).toBe(stopped.results.length);
  expect(bytesIn(out)).toEqual(bytes);
});

test("more seeds and rounds can be added to a folder, but not another plan", async () => {
  const out = join(folder, "out");
  await simulate(parsePlan({ ...small, horizons: [10] }), out, free);
  const more = await simulate(parsePlan(small), out, free);
  expect([more.skipped, more.results.length]).toEqual([6, 12]);
  const other = simulate(parsePlan({ ...small, alpha: "0.3" }), out, free);
  await expect(other).rejects.toThrow(SimulationRefusal);
  await expect(other).rejects.toThrow(/another plan .*default, T = 10, seed 1/);
});

test("in a closed loop every rule is played and re-decided equally", async () => {
  const plan = parsePlan({ ...small, frontier: { rules: ["1/3", "2/3"], closedLoop: true } });
  const { results } = await simulate(plan, join(folder, "loop"), free);
  expect(results).toHaveLength(24);
  for (const { rule, violatingRounds, redecided } of results) {
    expect(redecided.find((point) => point.rule === rule)?.violatingRounds).toBe(violatingRounds);
  }
});

const table = [
  "name,points,town,s1,s2,s3,paid",
  ...Array.from({ length: 20 }, (_, i) =>
    [`n${i}`, i, i % 2 ? "x" : "y", i % 3, (i + 1) % 3, 2, i === 4 ? "" : i % 4 ? "yes" : "no"].join(","),
  ),
].join("\n");

function fileConfig(world: object, panel: object): unknown {
  const file = join(folder, "people.csv");
  writeFileSync(file, table);
  return {
    world: {
      kind: "file",
      file,
      features: ["points", "town"],
      rules: { kind: "quantile-cuts", count: 3 },
      ...world,
    },
    panel: { auditors: [{ kind: "distance", weights: { points: 0.05 } }], rule: "1/1", ...panel },
    horizons: [30],
    seeds: 1,
  };
}

test("people from a file: rows without an outcome are left out, cuts are quantiles, two constants are added", async () => {
  const plan = parsePlan(fileConfig({ outcome: { column: "paid", yes: ["yes"], no: ["no"] } }, {}));
  const { world, results } = await simulate(plan, join(folder, "out"), free);
  expect(world.population.kinds).toHaveLength(19);
  expect(world.notes[0]).toContain("1 rows without an outcome left out");
  expect(world.hypotheses).toMatchObject({
    cuts: [
      { column: "points", cut: "5" },
      { column: "points", cut: "10" },
      { column: "points", cut: "15" },
    ],
  });
  expect(results[0]).toMatchObject({ rules: 8, rounds: 30 });
});

test("FTPL plays decision trees over those cuts, however many there are", async () => {
  const rules = { kind: "quantile-cuts", count: 8, depth: 3 };
  const outcome = { column: "paid", yes: ["yes"], no: ["no"] };
  const listing = fileConfig({ outcome, rules }, {});
  await expect(simulate(parsePlan(listing), join(folder, "listed"), free)).rejects.toThrow(
    /only FTPL does without a list/,
  );
  const learners = [{ name: "drawn", learner: "ftpl", resampleCount: 20 }];
  const drawn = parsePlan({ ...(listing as object), learners } as unknown);
  const { results } = await simulate(drawn, join(folder, "out"), free);
  expect(results[0]?.rules).toBeGreaterThan(1e6);
  expect(results[0]?.bestRuleErrorPerPerson).toBeLessThanOrEqual(
    (results[0]?.comparatorErrorPerPerson ?? 0) + 1e-6,
  );
});

test("scores are only for auditors, and their majority can replace the label", async () => {
  const scores = ["s1", "s2", "s3"];
  const auditors = scores.map((column) => ({ kind: "score", column, range: 2 }));
  const shown = scores.map((column) => ({ column, type: "number" }));
  const plan = parsePlan(
    fileConfig({ shown, outcome: { majority: scores, atLeast: 2 } }, { auditors, rule: "2/3" }),
  );
  const { world } = await simulate(plan, join(folder, "out"), free);
  expect(world.population.columns.map(({ name }) => name)).toEqual(["points", "town"]);
  expect(world.population.shownColumns.map(({ name }) => name)).toEqual(["points", "town", ...scores]);
  // s3 is always 2: yes if s1 or s2 is 2, i mod 3 = 2 or 1.
  expect(world.population.kinds.map(({ labelChance }) => labelChance)).toEqual(
    Array.from({ length: 20 }, (_, i) => (i % 3 === 0 ? 0 : 1)),
  );
  expect(world.notes.join()).toContain("The label is a stand-in");
});

test.each([
  [{ features: ["height"] }, /no column "height"; the file has name, points, town, s1, s2, s3, paid/],
  [{ features: ["points", "points"] }, /column "points" is used twice/],
  [{ features: [{ column: "town", type: "number" }] }, /found “y”, expected a number/],
  [{ file: "/nowhere/people.csv" }, /\/nowhere\/people.csv cannot be read \(ENOENT\)/],
  [{ outcome: { column: "paid", yes: ["yes"], no: ["never"] } }, /found “no”/],
])("refuses by name what a file does not contain: %j", async (world, message) => {
  const outcome = { column: "paid", yes: ["yes"], no: ["no"] };
  const plan = parsePlan(fileConfig({ outcome, ...world }, {}));
  const run = simulate(plan, join(folder, "out"), free);
  await expect(run).rejects.toThrow(SimulationRefusal);
  await expect(run).rejects.toThrow(message);
});

test("settings that the learner refuses are refused before the first round", async () => {
  const ftpl = { name: "few", learner: "ftpl", resampleCount: 5 } as const;
  const out = join(folder, "out");
  const late = simulate(
    parsePlan({ ...small, learners: ["default", ftpl], horizons: [10, 1000] }),
    out,
    free,
  );
  await expect(late).rejects.toThrow(/R = 5 is not one of 10\.\.1000000/);
  const auditors = [{ kind: "distance", weights: { height: 1 } }];
  const lost = simulate(parsePlan({ ...small, panel: { auditors, rule: "1/1" } } as PlanInput), out, free);
  await expect(lost).rejects.toThrow(/there is no column "height"/);
  expect(existsSync(out)).toBe(false);
});

test("Ctrl-C on the command line keeps finished cells and exits with 130", async () => {
  const out = join(folder, "out");
  const jsonl = join(out, "results.jsonl");
  mkdirSync(out);
  const hasFirstCell = changed(out, () => existsSync(jsonl) && readFileSync(jsonl, "utf8").includes("\n"));
  const args = ["horizons=[50,5000000]", "seeds=1", "--out", out];
  const child = spawn(process.execPath, ["server/cli/simulate.ts", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: string[] = [];
  child.stdout.on("data", (chunk: Buffer) => output.push(chunk.toString()));
  const exited = new Promise<number | null>((resolve) => child.on("exit", resolve));
  await hasFirstCell;
  child.kill("SIGINT");
  expect(await exited).toBe(130);
  expect(output.join("")).toContain("1 of 2 cells");
  expect(output.join("")).toContain("The same command goes on with the rest");
  expect(readFileSync(jsonl, "utf8").trim().split("\n")).toHaveLength(1);
});

test("a refusal on the command line is one line on the error stream and exit code 2", async () => {
  const child = spawn(process.execPath, ["server/cli/simulate.ts", "roundSize=1"]);
  const errors: string[] = [];
  child.stderr.on("data", (chunk: Buffer) => errors.push(chunk.toString()));
  expect(await new Promise((resolve) => child.on("exit", resolve))).toBe(2);
  expect(errors.join("")).toBe("roundSize: expected a whole number, 2 to 1000 (found 1)\n");
});
