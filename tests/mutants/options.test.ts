import { expect, test } from "vitest";
import { readOptions } from "./options.ts";

test("without options, every area with a seed of its own", () => {
  const options = readOptions([]);
  expect(options).toMatchObject({ count: 75, only: [], tests: [], isList: false, isResume: false });
  expect(options?.areas).toEqual(["learner", "log", "services", "queries", "auth", "api"]);
  expect(options?.seed).toMatch(/^\d+$/);
});

test("reads what was asked for", () => {
  const args = [
    "--areas",
    "log,api",
    "--count",
    "5",
    "--seed",
    "x",
    "--only",
    "server/log",
    "--only",
    "b",
    "--tests",
    "rounds",
    "--list",
  ];
  expect(readOptions(args)).toEqual({
    areas: ["log", "api"],
    count: 5,
    seed: "x",
    only: ["server/log", "b"],
    tests: ["rounds"],
    isList: true,
    isResume: false,
  });
  expect(readOptions(["--help"])).toBeUndefined();
});

test.each([
  [["--areas", "cli"], "there is no area cli"],
  [["--count", "0"], "--count must be a whole number"],
  [["--resume", "--seed", "1"], "leave out --seed"],
  [["--fast"], "--fast"],
])("%j is refused", (args, message) => {
  expect(() => readOptions(args)).toThrow(message);
});
