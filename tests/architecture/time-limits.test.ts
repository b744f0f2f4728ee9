import { expect, test } from "vitest";
import { timeLimits } from "./time-limits.ts";

test.each([
  "}, 120_000);",
  'it("opens a round", { timeout: 20_000 }, async () => {',
  "    timeout: 120_000,",
  "    120_000 + 20_000 * kills,",
  "vi.setConfig({ testTimeout: 120_000 });",
  "await vi.waitFor(() => expect(said).toEqual([]));",
])("%s is a time limit", (line) => {
  expect(timeLimits("some.test.ts", `\n${line}\n`)).toEqual([
    expect.stringMatching(/^some\.test\.ts:2 sets a time limit\./),
  ]);
});

test.each([
  "}, 0);",
  "        expect(retried).toBeLessThan(10_000);",
  "await expect.poll(found, { interval: 500 }).toBe(1);",
  "const connection = new Database(path, { timeout: 0 });",
])("%s is none", (line) => {
  expect(timeLimits("some.test.ts", line)).toEqual([]);
});
