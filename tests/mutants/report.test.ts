import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { equivalents, reasonFor } from "./equivalent.ts";
import { mutantsOf } from "./plant.ts";
import { reportOf } from "./report.ts";
import type { Outcome, Result } from "./results.ts";

const mutants = mutantsOf("server/log/chain.ts", "x = a && b;\nx = a || b;\nx = c && d;\nx = -a;\n");
const [first, second, third, fourth] = mutants;

function known(...outcomes: Outcome[]) {
  const results = outcomes.map((outcome, index): [string, Result] => {
    const mutant = mutants[index]?.id ?? "";
    return [mutant, { mutant, outcome, seconds: index, tests: 3 }];
  });
  return { byMutant: new Map(results), unmutated: new Map() };
}

const accepting = ({ file, lineText, change }: (typeof mutants)[number], reason: string) => [
  { file, line: lineText, change, reason },
];

const rowOf = (text: string, area = "log") =>
  text
    .split("\n")
    .find((line) => line.startsWith(`${area} `))
    ?.trim()
    .split(/\s{2,}/);

test("counts by area, and names every survivor with its line", () => {
  if (!first || !second || !third || !fourth) throw new Error("four mutants");
  const text = reportOf(mutants, known("killed", "timed-out", "survived", "unreached"), []);
  expect(rowOf(text)).toEqual(["log", "4", "1", "1", "1", "1", "0", "0", "50.0 %"]);
  expect(rowOf(text, "all")?.slice(1)).toEqual(rowOf(text)?.slice(1));
  expect(text).toContain("server/log/chain.ts:3  logical: && → ||  [3 test files passed]\n    x = c && d;");
  expect(text).toContain("server/log/chain.ts:4  sign: removed: -  [no test runs this code]");
  expect(text).not.toContain("x = a && b;");
});

test("an accepted survivor does not count, and stands apart with its reason", () => {
  if (!third) throw new Error("four mutants");
  const results = known("killed", "killed", "survived", "survived");
  const text = reportOf(mutants, results, accepting(third, "c and d are the same"));
  expect(rowOf(text)).toEqual(["log", "4", "2", "0", "1", "0", "0", "1", "66.7 %"]);
  expect(text).toContain("Accepted, since they make no difference: 1");
  expect(text).toContain("c and d are the same");
});

test("what the compiler refuses counts on neither side, accepted or not", () => {
  if (!first || !third) throw new Error("four mutants");
  const results = known("killed", "killed", "refused", "survived");
  for (const accepted of [[], accepting(third, "c and d are the same")]) {
    const text = reportOf(mutants, results, accepted);
    expect(rowOf(text)).toEqual(["log", "4", "2", "0", "1", "0", "1", "0", "66.7 %"]);
    expect(text).toContain("Survived: 1\n");
  }
});

test("without a reason nothing is accepted, and what was found was no equivalent", () => {
  if (!first || !third) throw new Error("four mutants");
  const results = known("killed", "killed", "survived", "survived");
  expect(rowOf(reportOf(mutants, results, accepting(third, " ")))).toContain("50.0 %");
  const text = reportOf(mutants, results, accepting(first, "a and b are the same"));
  expect(rowOf(text)).toContain("50.0 %");
  expect(text).toContain("not true: 1");
});

test("a test file that fails without any mutant is named", () => {
  const failure = "the server is missing";
  const useless = { test: "tests/pages/twin.test.ts", seconds: 1, failure, reached: [] };
  const results = { ...known("killed"), unmutated: new Map([[useless.test, useless]]) };
  expect(reportOf(mutants, results, [])).toContain("tests/pages/twin.test.ts: the server is missing");
});

test("a test file that failed once and not again is named", () => {
  if (!first) throw new Error("four mutants");
  const once = {
    mutant: first.id,
    outcome: "survived",
    seconds: 1,
    tests: 2,
    doubted: ["tests/db/slow.test.ts"],
  };
  const results = { byMutant: new Map([[first.id, once as Result]]), unmutated: new Map() };
  expect(reportOf(mutants, results, [])).toContain("once and not again: 1\ntests/db/slow.test.ts");
});

test("every accepted mutant is still one, and has a reason", () => {
  const gone = [...Map.groupBy(equivalents, ({ file }) => file)].flatMap(([file, accepted]) => {
    const own = mutantsOf(file, readFileSync(file, "utf8"));
    return accepted.filter((one) => !own.some((mutant) => reasonFor(mutant, [one])));
  });
  expect(gone).toEqual([]);
});
