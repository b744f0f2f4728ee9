import { describe, expect, it } from "vitest";
import { withOnly } from "#components/setup/people/choose-columns.ts";
import { factsOf } from "#components/setup/people/column-facts.ts";
import { withMeaning } from "#components/setup/people/outcome-words.tsx";
import { peopleFor } from "#server/study/empty-draft.ts";
import { describePeople } from "#server/study/files/people/describe-people.ts";
import { prepareFile } from "#server/study/files/people/prepare-people.ts";
import { readPeople } from "#server/study/files/reading/read-people.ts";
import { allUsed } from "#tests/study/drafts.ts";
import { fileOf } from "#tests/study/files/reading/files.ts";

/** Applicants to a PhD programme, with 0 and 1 for no and yes. */
const file = readPeople(
  fileOf(
    [
      "MS GPA,Has MS,US Degree,Int'l pubs,admitted,Institution Ranking (BS),Region,age,picked",
      ",0,n,false,0,16,india,31,0",
      "0.925,1,y,true,1,54,china,27,1",
      "11164,1,n,false,1,515,us,24,1",
      "0.88,1,n,TRUE,0,3,india,44,0",
    ].join("\n"),
  ),
);
const reading = describePeople(file);
const people = peopleFor(reading, {});

describe("a file with 0 and 1 for no and yes", () => {
  const facts = (source: number) => people.columns.map((column) => factsOf(column, reading))[source];

  it("shows how it was read, and accepts every row", () => {
    expect(facts(1)).toBe("yes 3, no 1 (1 is yes, 0 is no)");
    expect(facts(2)).toBe("yes 1, no 3 (n is no, y is yes)");
    expect(facts(3)).toBe("yes 2, no 2 (false is no, TRUE is yes, true is yes)");
    const { features, wrong } = prepareFile(file, allUsed(people));
    expect(wrong.errorCount).toBe(0);
    expect(features.map((cells) => cells[1])).toEqual(["no", "yes", "yes", "yes"]);
  });

  it("suggests the meanings of an outcome from the file's cells", () => {
    const columns = withOnly(people.columns, "outcome", 4, reading);
    expect(columns[4]).toMatchObject({ role: "outcome", yes: ["1"], no: ["0"] });
    const used = columns.map((column) =>
      column.source === 0 ? { ...column, role: "both" as const } : column,
    );
    expect(prepareFile(file, { ...people, columns: used }).outcomes).toEqual(["no", "yes", "yes", "no"]);
  });

  it("can be a rule in force with yes or no: a chance of 0 or 1", () => {
    const [, chance] = withOnly(people.columns, "chance", 1, reading);
    expect(chance).toMatchObject({ role: "chance", type: "number", notation: "point", chanceUnit: "share" });
  });
});

it("gives the other of two words the opposite meaning, unless it has one", () => {
  const two = [
    { word: "1", count: 700 },
    { word: "2", count: 300 },
  ];
  const none = { yes: [], no: [] };
  expect(withMeaning(none, two, "1", "yes")).toEqual({ yes: ["1"], no: ["2"] });
  expect(withMeaning(none, two, "1", "no")).toEqual({ yes: ["2"], no: ["1"] });
  expect(withMeaning({ yes: ["1"], no: ["2"] }, two, "2", "yes")).toEqual({ yes: ["1", "2"], no: [] });
  expect(withMeaning(none, [...two, { word: "3", count: 1 }], "1", "yes")).toEqual({ yes: ["1"], no: [] });
});
