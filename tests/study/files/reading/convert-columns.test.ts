import { describe, expect, it } from "vitest";
import { plainReading } from "#server/study/cells/notation.ts";
import type { ColumnChoice } from "#server/study/draft.ts";
import { ignoredColumn } from "#server/study/empty-draft.ts";
import { convertColumns } from "#server/study/files/reading/convert-columns.ts";
import { readPeople } from "#server/study/files/reading/read-people.ts";
import { fileOf } from "./files.ts";

const file = readPeople(
  fileOf(
    "id,age,job,note,repaid\n17,31.0,clerk,,good\n18,,smith,late,bad\n\n19,x,clerk,,\n20,1e400,cook,,maybe\n",
  ),
);

type Chosen = Partial<ColumnChoice> & Pick<ColumnChoice, "name" | "role">;

const choicesOf = (chosen: readonly Chosen[]) =>
  chosen.map((column, source) => ({ ...ignoredColumn(source, column.name), ...column }));

const decisions: readonly Chosen[] = [
  { name: "id", role: "identifier" },
  { name: "age in years", role: "both", ...plainReading("number") },
  { name: "job", role: "both", ...plainReading("category") },
  { name: "note", role: "ignored" },
  { name: "repaid", role: "outcome", yes: ["good"], no: ["bad"] },
];

/** Returns the messages about these decisions, for one row whose cells are all "1". */
const complaints = (given: readonly Chosen[], columnCount = given.length) =>
  convertColumns(
    { rows: [Array.from({ length: columnCount }, () => "1")], rowNumbers: [1] },
    choicesOf(given),
  ).problems;

describe("converting columns by the operator's decisions", () => {
  it("gives features, identifiers and outcomes by row", () => {
    const converted = convertColumns(file, choicesOf(decisions));
    expect(converted.features).toEqual([
      ["31", "clerk"],
      [null, "smith"],
      [null, "clerk"],
      [null, "cook"],
    ]);
    expect(converted.identifiers).toEqual([["17"], ["18"], ["19"], ["20"]]);
    expect(converted.outcomes).toEqual(["yes", "no", null, null]);
  });

  it("collects every problem with its row, its column and the expected content", () => {
    const number = "expected a number such as 1,234.5.";
    expect(convertColumns(file, choicesOf(decisions)).problems).toEqual([
      { row: 5, field: "age in years", message: `Row 5, column “age in years”: found “x”, ${number}` },
      { row: 6, field: "age in years", message: `Row 6, column “age in years”: found “1e400”, ${number}` },
      {
        row: 6,
        field: "repaid",
        message: "Row 6, column “repaid”: found “maybe”, expected one of “bad”, “good”.",
      },
    ]);
  });

  it("reads outcome words exactly as chosen, capitals included", () => {
    const rows = ["Paid", "PAID", "paid"].map((word) => ["1", word]);
    const feature: Chosen = { name: "x", role: "both", ...plainReading("number") };
    const outcome: Chosen = { name: "y", role: "outcome", yes: ["Paid"], no: ["PAID"] };
    const { outcomes, problems } = convertColumns(
      { rows, rowNumbers: [1, 2, 3] },
      choicesOf([feature, outcome]),
    );
    expect(outcomes).toEqual(["yes", "no", null]);
    expect(problems.map(({ row }) => row)).toEqual([3]);
  });

  it("returns null outcomes without an outcome column, and no identifiers without their column", () => {
    const rows = [["a"], [null]];
    const feature: Chosen = { name: "x", role: "both", ...plainReading("text") };
    expect(convertColumns({ rows, rowNumbers: [1, 2] }, choicesOf([feature]))).toMatchObject({
      features: [["a"], [null]],
      identifiers: [[], []],
      outcomes: [null, null],
      problems: [],
    });
  });

  it("keeps category and text cells as they are", () => {
    const text: Chosen = { name: "x", role: "both", ...plainReading("category") };
    expect(
      convertColumns({ rows: [["007"], ["__proto__"]], rowNumbers: [1, 2] }, choicesOf([text])).features,
    ).toEqual([["007"], ["__proto__"]]);
  });

  it("accepts words that are names of JavaScript properties", () => {
    const outcome: Chosen = { name: "y", role: "outcome", yes: ["constructor"], no: ["__proto__"] };
    const feature: Chosen = { name: "x", role: "both", ...plainReading("text") };
    const rows = [
      ["a", "constructor"],
      ["b", "__proto__"],
      ["c", "toString"],
    ];
    const converted = convertColumns({ rows, rowNumbers: [1, 2, 3] }, choicesOf([feature, outcome]));
    expect(converted.outcomes).toEqual(["yes", "no", null]);
    expect(converted.problems).toHaveLength(1);
  });

  it("reports errors in the decisions", () => {
    const feature: Chosen = { name: "x", role: "both", ...plainReading("text") };
    const outcome = (name: string): Chosen => ({ name, role: "outcome", yes: ["1"], no: ["2"] });
    expect(complaints([feature], 2)).toEqual([
      { message: "The file has 2 columns, but there are choices for 1." },
    ]);
    // The draft reports that no column is used: it is not an error in the file.
    expect(complaints([{ name: "x", role: "ignored" }])).toEqual([]);
    expect(complaints([feature, outcome("y"), outcome("z")])).toEqual([
      { message: "Only one column can be the outcome, not “y” and “z”." },
    ]);
    expect(complaints([feature, { name: "x", role: "identifier" }])).toEqual([
      { field: "x", message: "Two columns are called “x”: names must differ." },
    ]);
    expect(complaints([feature, { name: "x", role: "ignored" }])).toEqual([]);
    expect(complaints([feature, { name: "", role: "identifier" }])).toEqual([
      { message: "Column 2 needs a name." },
    ]);
    expect(complaints([feature, { name: "y", role: "outcome", yes: ["1", " 1"], no: ["1 "] }])).toEqual([
      { field: "y", message: "Column “y”: “1” is chosen for yes and for no. Choose one." },
    ]);
    expect(complaints([feature, { name: "y", role: "outcome", yes: ["1"], no: [] }])).toEqual([
      { field: "y", message: "Choose which cells of “y” mean yes and which mean no." },
    ]);
  });

  it("reports no row as wrong while an outcome word has no meaning yet", () => {
    const decisions: Chosen[] = [
      { name: "x", role: "both", ...plainReading("text") },
      { name: "y", role: "outcome", yes: [], no: [] },
    ];
    const { problems } = convertColumns(
      {
        rows: [
          ["a", "1"],
          ["b", "2"],
        ],
        rowNumbers: [2, 3],
      },
      choicesOf(decisions),
    );
    expect(problems).toEqual([
      { field: "y", message: "Choose which cells of “y” mean yes and which mean no." },
    ]);
  });

  it("lists a thousand problems and counts the rest, and shortens long cells", () => {
    const rows = Array.from({ length: 1_200 }, () => ["z".repeat(500)]);
    const rowNumbers = rows.map((_, index) => index + 2);
    const decisions: Chosen[] = [{ name: "x", role: "both", ...plainReading("number") }];
    const { problems } = convertColumns({ rows, rowNumbers }, choicesOf(decisions));
    expect(problems).toHaveLength(1_001);
    expect(problems[0]?.message).toContain(`found “${"z".repeat(60)}…”`);
    expect(problems.at(-1)).toEqual({ message: "200 more problems are not listed." });
  });
});
