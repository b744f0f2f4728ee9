import { expect, test } from "vitest";
import { areaOf, arrowsBetween, circlesIn, folderOf } from "./circles.ts";

const file = (name: string, ...targets: string[]) => ({
  file: name,
  source: targets.map((target) => `import type { T } from "#${target}";`).join("\n"),
});
const itself = (name: string) => name;

test("two files that import each other are a circle, types included", () => {
  const files = [file("db/a.ts", "db/b.ts"), file("db/b.ts", "db/a.ts")];
  expect(circlesIn(arrowsBetween(files, itself))).toEqual([["db/a.ts -> db/b.ts", "db/b.ts -> db/a.ts"]]);
});

test("a long circle is listed import by import", () => {
  const files = [file("db/a.ts", "db/b.ts"), file("db/b.ts", "db/c.ts"), file("db/c.ts", "db/a.ts")];
  expect(circlesIn(arrowsBetween(files, itself))).toHaveLength(1);
  expect(circlesIn(arrowsBetween(files, itself))[0]).toHaveLength(3);
});

test("two folders that import from each other are a circle, even without one of files", () => {
  const files = [file("db/a.ts", "db/in/b.ts"), file("db/in/c.ts", "db/d.ts")];
  expect(circlesIn(arrowsBetween(files, itself))).toEqual([]);
  expect(circlesIn(arrowsBetween(files, folderOf))).toEqual([
    ["db/a.ts -> db/in/b.ts", "db/in/c.ts -> db/d.ts"],
  ]);
});

test("an area that reaches itself through another folder is a circle, even without one of folders", () => {
  const files = [
    file("db/board/a.ts", "db/study/one/b.ts"),
    file("db/study/two/c.ts", "db/watch/d.ts"),
    file("db/watch/e.ts", "db/board/f.ts"),
  ];
  expect(circlesIn(arrowsBetween(files, folderOf))).toEqual([]);
  expect(circlesIn(arrowsBetween(files, areaOf))).toEqual([
    [
      "db/board/a.ts -> db/study/one/b.ts",
      "db/study/two/c.ts -> db/watch/d.ts",
      "db/watch/e.ts -> db/board/f.ts",
    ],
  ]);
});

test("two paths to the same place are not a circle", () => {
  const files = [file("db/a.ts", "db/b.ts", "db/c.ts"), file("db/b.ts", "db/c.ts"), file("db/c.ts")];
  expect(circlesIn(arrowsBetween(files, itself))).toEqual([]);
});
