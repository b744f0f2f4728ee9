import { describe, expect, it } from "vitest";
import { plainReading } from "#server/study/cells/notation.ts";
import type { ColumnChoice, PeopleDraft } from "#server/study/draft.ts";
import { peopleFor } from "#server/study/empty-draft.ts";
import { describePeople } from "#server/study/files/people/describe-people.ts";
import { preparePeople } from "#server/study/files/people/prepare-people.ts";
import { readPeople } from "#server/study/files/reading/read-people.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

function prepare(text: string, columns: Partial<ColumnChoice>[] = [], rest: Partial<PeopleDraft> = {}) {
  const bytes = bytesOf(text);
  const people = peopleFor(describePeople(readPeople(bytes)), {});
  const decided = people.columns.map((column, index) => ({
    ...column,
    role: "both" as const,
    ...columns[index],
  }));
  return preparePeople(bytes, { ...people, columns: decided, ...rest });
}

/** The grade average of the third person is a typing error. */
const grades = "name,average,area\nAnn,0.852,ML\nBob,0.853,ML\nCid,11164,NLP\nDot,0.838,NLP\n";
const beyond = (treatment: "leave-out" | "set-empty"): Partial<ColumnChoice>[] => [
  { role: "identifier" },
  { outliers: { treatment, low: "", high: "4" } },
];

describe("a decision of the rule in force", () => {
  const decided = (cells: string, words: Partial<ColumnChoice> = { yes: ["in"], no: ["out"] }) =>
    prepare(`age,decision\n40,${cells.split(" ").join("\n50,")}\n`, [
      {},
      { ...plainReading("category"), role: "chance", ...words },
    ]);

  it("is a chance of 1 or 0", () => {
    expect(decided("in out in").features.map((cells) => cells[1])).toEqual(["1", "0", "1"]);
  });

  it("is an error if it is missing or a word without a meaning", () => {
    const { problems, isReady } = decided("in  perhaps");
    expect(isReady).toBe(false);
    expect(problems.map(({ message }) => message)).toEqual([
      "Row 3, column “decision”: found nothing, expected one of “out”, “in”.",
      "Row 4, column “decision”: found “perhaps”, expected one of “out”, “in”.",
    ]);
    expect(decided("in out", { yes: ["in"], no: [] }).problems[0]?.message).toContain(
      "Choose which cells of “decision” mean yes",
    );
  });
});

describe("an outlier", () => {
  it("is reported", () => {
    const [, average] = describePeople(readPeople(bytesOf(grades))).columns;
    expect(average?.numbers[0]).toMatchObject({
      smallest: "0.838",
      median: "0.852",
      largest: "11164",
      oddEnd: "largest",
    });
    const plain = grades.replace("11164", "0.911");
    expect(describePeople(readPeople(bytesOf(plain))).columns[1]?.numbers[0]?.oddEnd).toBeNull();
  });

  it("removes its person, is emptied, or stays, as decided", () => {
    const left = prepare(grades, beyond("leave-out"));
    expect(left.features.map(([average]) => average)).toEqual(["0.852", "0.853", "0.838"]);
    expect(left.identifiers).toEqual([["Ann"], ["Bob"], ["Dot"]]);
    expect(left).toMatchObject({ isReady: true, leftOut: { asOutliers: 1, withErrors: 0 }, emptied: 0 });

    const emptied = prepare(grades, beyond("set-empty"));
    expect(emptied.features.map(([average]) => average)).toEqual(["0.852", "0.853", null, "0.838"]);
    expect(emptied).toMatchObject({ isReady: true, leftOut: { asOutliers: 0 }, emptied: 1 });

    expect(prepare(grades).features.map((cells) => cells[1])).toContain("11164");
  });

  it("cannot remove every person", () => {
    const all = prepare(grades, [{}, { outliers: { treatment: "leave-out", low: "20000", high: "" } }]);
    expect(all.isReady).toBe(false);
    expect(all.problems[0]?.message).toContain("No people remain");
  });
});

describe("rows with errors", () => {
  const file = "name,age,town\nAnn,31,A\nBob,old,B\nCid,44\nDot,1e400,A\nEve,29,B\n";
  const numbers: Partial<ColumnChoice>[] = [{ role: "identifier" }, plainReading("number")];

  it("are listed by row and column, and prevent the import", () => {
    const { problems, isReady } = prepare(file, numbers);
    expect(problems.map(({ row, field }) => [row, field])).toEqual([
      [3, "age"],
      [4, undefined],
      [5, "age"],
    ]);
    expect(isReady).toBe(false);
  });

  it("can be left out, all of a row together", () => {
    const prepared = prepare(file, numbers, { withoutErrors: true });
    expect(prepared).toMatchObject({ isReady: true, leftOut: { withErrors: 3 } });
    expect(prepared.identifiers).toEqual([["Ann"], ["Eve"]]);
    expect(prepared.features).toEqual([
      ["31", "A"],
      ["29", "B"],
    ]);
  });

  it("are all counted and can be left out, however many there are", () => {
    const rows = Array.from({ length: 3_000 }, (_, index) =>
      index % 2 === 0 ? `${index},A` : index % 4 === 1 ? "old,B" : "young",
    );
    const many = `age,town\n${rows.join("\n")}\n`;
    const checked = prepare(many, [plainReading("number")]);
    // 750 rows have a word as age, 750 a word and one cell too few.
    expect(checked.wrong).toEqual({ errorCount: 2_250, rowCount: 1_500, canBeLeftOut: true });
    expect(checked.problems).toHaveLength(1_001);
    expect(checked.problems.at(-1)?.message).toBe("1,250 more problems are not listed.");
    const prepared = prepare(many, [plainReading("number")], { withoutErrors: true });
    expect(prepared).toMatchObject({ isReady: true, leftOut: { withErrors: 1_500 } });
    expect(prepared.features).toHaveLength(1_500);
    expect(prepared.features.flat()).not.toContain(null);
  });

  it("cannot be left out if the columns are wrong, or if no person would remain", () => {
    const noWords: Partial<ColumnChoice>[] = [
      { role: "outcome", yes: ["Ann"], no: [] },
      plainReading("number"),
    ];
    expect(prepare(file, noWords, { withoutErrors: true }).isReady).toBe(false);
    const none = prepare("name,age\nAnn,old\nBob,young\n", [{}, plainReading("number")], {
      withoutErrors: true,
    });
    expect(none.isReady).toBe(false);
  });
});
