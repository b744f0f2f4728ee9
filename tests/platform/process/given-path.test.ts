import { resolve } from "node:path";
import { expect, it, vi } from "vitest";
import { givenPath } from "#server/platform/process/given-path.ts";

it("resolves a path from where npm was called, and without npm from the current folder", () => {
  vi.stubEnv("INIT_CWD", "/home/ada");
  expect([givenPath("record.jsonl"), givenPath("../b"), givenPath("/tmp/c")]).toEqual([
    "/home/ada/record.jsonl",
    "/home/b",
    "/tmp/c",
  ]);
  vi.stubEnv("INIT_CWD", undefined);
  expect(givenPath("record.jsonl")).toBe(resolve("record.jsonl"));
});
