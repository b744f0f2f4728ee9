import { expect, it } from "vitest";
import { ifReadable, LogError } from "#server/audit-log/errors.ts";

it("only an error about a log counts as unreadable", () => {
  const failing = (error: Error) => () => {
    throw error;
  };
  expect(ifReadable(() => 5)).toBe(5);
  expect(ifReadable(failing(new LogError("not-json", "no")))).toBeNull();
  expect(() => ifReadable(failing(new TypeError("the disk is gone")))).toThrow("the disk is gone");
});
