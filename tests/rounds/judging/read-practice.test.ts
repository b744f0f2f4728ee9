import { describe, expect, it } from "vitest";
import { readPractice, usualValues } from "#server/rounds/judging/read-practice.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { publishedStudy } from "#tests/setup/study.ts";

describeReads("practice", async (openStore) => {
  const app = testApp(await openStore());

  it("knows the columns that auditors see and typical values of each, before any round", async () => {
    const people = Array.from({ length: 21 }, (_, index) => [
      String(index),
      index < 15 ? null : "1",
      index % 3 === 0 ? "rent" : "own",
    ]);
    const { studyId } = await publishedStudy(app, { people });
    const practice = await readPractice(app, studyId);
    expect(practice.fields.map(({ name, type, values }) => [name, type, values])).toEqual([
      ["income", "number", ["10", "4", "16"]],
      ["years", "number", ["1"]],
      ["housing", "category", ["own", "rent"]],
    ]);
    expect(practice).toMatchObject({ alpha: "0.1", isAudit: false, decision: "who gets a loan" });
    const names = ["alpha", "asksTolerance", "decision", "fields", "isAudit"];
    expect(Object.keys(practice).sort()).toEqual(names);
  });
});

describe("typical values", () => {
  const number = { type: "number", words: {} } as const;
  const words = { type: "category", words: { a: "A", b: "B" } } as const;

  it.each([
    ["a column of 0 and 1", ["0", "1", "1"], ["1", "0"]],
    ["a constant column", ["7", "7"], ["7"]],
    ["decimals, with three digits", ["0.85213", "0.91111", "0.95555"], ["0.911", "0.85213"]],
    ["an empty column", [], []],
  ])("of %s are within its range", (_, cells, values) => {
    expect(usualValues(number, cells)).toEqual(values);
  });

  it.each([
    ["the most frequent words first", ["x", "y", "y"], ["y"]],
    ["only explained words where each person has their own", ["x", "y", "z"], ["a", "b"]],
    ["at most three", ["1", "1", "2", "2", "3", "3", "4", "4"], ["1", "2", "3"]],
  ])("are %s", (_, cells, values) => {
    expect(usualValues(words, cells)).toEqual(values);
  });
});
