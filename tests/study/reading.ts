import { describePeople } from "#server/study/files/people/describe-people.ts";
import { readPeople } from "#server/study/files/reading/read-people.ts";
import type { PeopleReading } from "#server/study/reading.ts";

/** The reading of a file with a hundred people: a number 1..100, a code, and unique words. */
export function hundredPeople(): PeopleReading {
  const rows = Array.from(
    { length: 100 },
    (_, index) => `${index + 1},${index % 2 === 0 ? "A11" : "A12"},note ${index}`,
  );
  return describePeople(readPeople(new TextEncoder().encode(["months,account,remark", ...rows].join("\n"))));
}
