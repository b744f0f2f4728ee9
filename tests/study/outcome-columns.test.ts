import { describe, expect, it } from "vitest";
import { describePeople } from "#server/study/files/people/describe-people.ts";
import { readPeople } from "#server/study/files/reading/read-people.ts";
import { guessOutcomeColumns } from "#server/study/outcome-columns.ts";
import { guessMeanings } from "#server/study/outcome-words.ts";
import { fileOf } from "#tests/study/files/reading/files.ts";

describe("the columns and words of a file of outcomes", () => {
  const guess = (text: string, identifiers: string[] = []) =>
    guessOutcomeColumns(describePeople(readPeople(fileOf(text))).columns, identifiers);

  it("are found by the names in the downloaded decisions", () => {
    const text =
      "round,person,in the log,decision,outcome\n1,1,p1,picked,Yes\n1,2,p2,not picked,will never be known\n";
    expect(guess(text)).toEqual({
      person: { source: 2, identifier: null },
      outcome: 4,
      meanings: [
        { word: "Yes", means: "yes" },
        { word: "will never be known", means: "none" },
      ],
    });
    expect(guess("case,repaid,Result\na,1,1\nb,0,0\nc,0,0\n", ["id", "case"])).toMatchObject({
      person: { source: 0, identifier: 1 },
      outcome: 2,
    });
  });

  it("are left to the operator if the names are unknown", () => {
    expect(guess("who,how\nAnn,1\nBob,2\n")).toEqual({ person: null, outcome: null, meanings: [] });
  });

  it("mean yes or no only if clear: with 1 and 2 both are unclear", () => {
    const words = (...all: string[]) => guessMeanings(all.map((word) => ({ word, count: 1 })));
    expect(words("1", "0", "TRUE", "bad").map(({ means }) => means)).toEqual(["yes", "no", "yes", "no"]);
    expect(words("t", "N", "ja", "nein").map(({ means }) => means)).toEqual(["yes", "no", "yes", "no"]);
    expect(words("Good", "BAD", "Lost").map(({ means }) => means)).toEqual(["yes", "no", "lost"]);
    expect(words("1", "2")).toEqual([]);
    expect(words("repaid")).toEqual([]);
  });
});
