import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const textOf = (...patterns: string[]) =>
  globSync(patterns)
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");

const queries = [...textOf("db/queries/**/*.ts").matchAll(/^export async function (\w+)/gm)].map(
  ([, name]) => name ?? "",
);
const tests = textOf("tests/db/queries/**/*.test.ts");

it("finds the queries", () => {
  expect(queries).toContain("takeLease");
  expect(queries.length).toBeGreaterThan(100);
});

it.each(queries)("%s is asked on both engines, beside a study it must leave alone", (name) => {
  // Once where it is imported, and where it is called.
  expect([...tests.matchAll(new RegExp(`\\b${name}\\b`, "g"))].length).toBeGreaterThan(1);
});
