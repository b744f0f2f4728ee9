import { expect, test } from "vitest";
import { impurities } from "./purity.ts";

test.each([
  "const now = new Date();",
  "const now = Date.now();",
  "const u = Math.random();",
  'const u = Math["random"]();',
  "const text = `$" + "{Math.random()}`;",
  "export async function learn() {}",
  "const learn = async () => {};",
  "for await (const x of []) {}",
  "await 1;",
])("%s is found", (source) => {
  expect(impurities("exp2.ts", source).length).toBeGreaterThan(0);
});

test.each([
  "// new Date() is not for the learner",
  'const word = "Math.random";',
  "const m = Math.max(1, 2);",
])("%s is accepted", (source) => {
  expect(impurities("exp2.ts", source)).toEqual([]);
});
