import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const textsOf = (pattern: string) => globSync(pattern).map((file) => readFileSync(file, "utf8"));

const queries = textsOf("db/queries/**/*.ts").flatMap((text) =>
  [...text.matchAll(/^export async function (\w+)/gm)].map(([, name]) => name ?? ""),
);

/** What stands below the imports of the files that ask on both engines, beside a study. */
const asked = textsOf("tests/db/queries/**/*.test.ts")
  .filter((text) => /^describeQueries\(/m.test(text))
  .map((text) => text.replace(/^import [^;]*;$/gm, ""))
  .join("\n");

it("finds the queries", () => {
  expect(queries).toContain("takeLease");
  expect(queries.length).toBeGreaterThan(100);
});

it.each(queries)("%s is asked on both engines, beside a study it must leave alone", (name) => {
  // Called, or handed on to be called.
  expect(asked).toMatch(new RegExp(`\\b${name}\\b *[(,)]`));
});
