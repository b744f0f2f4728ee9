import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#tests/setup/temporary-folder.ts";
import { type Plan, type Result, Results } from "./results.ts";

const plan: Plan = { seed: "1", areas: ["log"], count: 2, only: [], tests: [], fingerprint: "as it is" };
const result: Result = { mutant: "a", outcome: "killed", seconds: 1, tests: 3, by: "a test" };
const unmutated = { test: "tests/log/chain.test.ts", seconds: 2, failure: null, reached: ["a"] };

test("a run that was cut off in the middle of a line goes on with what it had", () => {
  const file = join(temporaryFolder(), "results", "mutants.jsonl");
  const begun = Results.begin(file, plan);
  begun.add({ unmutated });
  begun.add({ result });
  appendFileSync(file, '{"result":{"mut');

  const resumed = Results.resume(file, "as it is");
  expect(resumed.plan).toEqual(plan);
  expect([...resumed.byMutant.values()]).toEqual([result]);
  expect([...resumed.unmutated.values()]).toEqual([unmutated]);

  resumed.add({ result: { ...result, mutant: "b" } });
  expect([...Results.resume(file, "as it is").byMutant.keys()]).toEqual(["a", "b"]);
});

test("there is no going on with nothing, or with a checkout that has changed", () => {
  const file = join(temporaryFolder(), "mutants.jsonl");
  expect(() => Results.resume(file, "as it is")).toThrow("nothing to go on with");
  Results.begin(file, plan);
  expect(() => Results.resume(file, "changed")).toThrow("have changed since");
});
