import { describe, expect, it } from "vitest";
import { ordinalOf, personIdOf, personIdPattern, personIdsFrom } from "#server/audit-log/pseudonyms.ts";
import { seatIdOf, seatIdPattern } from "#server/audit-log/seats.ts";
import { textSchema } from "#server/audit-log/text.ts";

describe("the log's names of people and seats", () => {
  it("count from 1, as in the format", () => {
    expect([1, 12, 100_000].map(personIdOf)).toEqual(["p1", "p12", "p100000"]);
    expect(["p1", "p12", "p100000"].map(ordinalOf)).toEqual([1, 12, 100_000]);
    expect([1, 12].map(seatIdOf)).toEqual(["s1", "s12"]);
  });

  it("give the first and the last of consecutive people", () => {
    expect(personIdsFrom(1, 1)).toEqual({ first: "p1", last: "p1" });
    expect(personIdsFrom(43, 78)).toEqual({ first: "p43", last: "p120" });
  });

  it("are distinguished from other words", () => {
    for (const ordinal of [1, 9, 10, 99_999]) {
      expect(personIdPattern.test(personIdOf(ordinal))).toBe(true);
      expect(seatIdPattern.test(seatIdOf(ordinal))).toBe(true);
    }
    for (const word of ["", "p", "p0", "p01", "P1", "p1 ", "p1\n", " p1", "p-1", "p1.5", "pp1", "s1"]) {
      expect(personIdPattern.test(word), word).toBe(false);
      expect(seatIdPattern.test(word.replace("s", "x").replaceAll("p", "s")), word).toBe(false);
    }
  });
});

describe("a text that every database and the log can keep", () => {
  it("has a maximum length, no NUL character and no lone surrogate", () => {
    const schema = textSchema(5);
    for (const text of ["", "a\nb", "12345", "😀😀"]) expect(schema.parse(text)).toBe(text);
    const refused = ["123456", "a\0", "\ud83d"].map(
      (text) => schema.safeParse(text).error?.issues[0]?.message,
    );
    expect(refused).toEqual([
      "Use at most 5 characters.",
      "Leave out the NUL character (code 0): it cannot be stored.",
      "Leave out the broken character: half of a surrogate pair, such as half of an emoji, cannot be stored.",
    ]);
  });
});
