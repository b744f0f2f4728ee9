import { expect, it } from "vitest";
import { readLogName, restoredName } from "#server/audit-log/checkpoints/log-name.ts";

it("a log's name contains the number of restores", () => {
  expect(restoredName("log.example/studies/1", 3)).toBe("log.example/studies/1/restored-3");
  const read = (origin: string) => Object.values(readLogName(origin));
  expect(read("a/restored-3")).toEqual(["a", 3]);
  expect(read("a/restored-12")).toEqual(["a", 12]);
  for (const name of ["a", "a/restored-0", "a/restored-", "a/restored-1x", "a/restored-1234567890"])
    expect(read(name)).toEqual([name, 0]);
});
