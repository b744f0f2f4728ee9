import { expect, it } from "vitest";
import { beginOf } from "#server/http/files/from-byte.ts";

it.each([
  ["bytes=5-", 5],
  ["bytes=0-", 0],
  ["bytes=123456789012345-", 123_456_789_012_345],
  ["bytes=1234567890123456-", 0],
  ["bytes=5-9", 0],
  ["bytes=-5", 0],
  ["bytes=5-,9-", 0],
  ["bytes=1-, bytes=5-", 0],
  ["bytes=-", 0],
  ["bytes=x-", 0],
  ["lines=5-", 0],
])("%s begins with byte %d", (range, begin) => {
  expect(beginOf(new Headers({ range }))).toBe(begin);
});

it("a file without a range is sent whole", () => {
  expect(beginOf(new Headers())).toBe(0);
});
