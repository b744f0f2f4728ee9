import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";

const table = readFileSync("server/learner/NOTATION.md", "utf8").split("\n");
const rows = table.filter((line) => line.startsWith("| ")).slice(1);
const cellsOf = (row: string) => row.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, ""));
const code = [
  ...sourceFiles("server/{learner,simulation/engine}/**/*.ts"),
  ...sourceFiles("tests/learner/reduction.ts"),
];

test("a row of NOTATION.md fits a screen's width", () => {
  expect(table.filter((line) => line.length > 120)).toEqual([]);
});

test("every identifier of NOTATION.md is in the learner, the simulation or the tests' reduction", () => {
  const words = new Set(code.flatMap(({ source }) => source.match(/\w+/g) ?? []));
  const named = rows.flatMap((row) =>
    [...(cellsOf(row)[1] ?? "").matchAll(/`(\w+)/g)].map(([, name]) => name),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((name) => !words.has(name ?? ""))).toEqual([]);
});

test("every row of NOTATION.md that a comment names exists", () => {
  const symbols = new Set(
    rows.flatMap((row) => [cellsOf(row)[0] ?? "", ...(cellsOf(row)[0] ?? "").split(/[,:] /)]),
  );
  const named = code.flatMap(({ file, source }) => {
    const text = source.replaceAll(/\n \* /g, " ");
    const lists = [...text.matchAll(/NOTATION rows? ((?:"[^"]+"(?:, | and )?)+)/g)];
    return lists.flatMap(([, list = ""]) =>
      [...list.matchAll(/"([^"]+)"/g)].map(([, name]) => `${file}: ${name}`),
    );
  });
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter((name) => !symbols.has(name.split(": ")[1] ?? ""))).toEqual([]);
});
