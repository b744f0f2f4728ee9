import { expect, test } from "vitest";
import { equalBlocks } from "./equal-blocks.ts";

const block = ["const a = 1;", "const b = 2;", "const c = a + b;"];
const file = (name: string, ...lines: string[]) => ({ file: name, source: lines.join("\n") });

test("the same lines in two files are found, however they are indented", () => {
  const files = [file("a.ts", ...block), file("b.ts", "", "// why", ...block.map((line) => `  ${line}`))];
  expect(equalBlocks(files, 3)).toEqual(["b.ts:3 repeats a.ts:1"]);
});

test("fewer lines, or other names, are no block", () => {
  const files = [file("a.ts", ...block), file("b.ts", ...block.slice(1)), file("c.ts", "const d = 1;")];
  expect(equalBlocks(files, 3)).toEqual([]);
});

test("imports, comments and lone brackets do not count", () => {
  const lines = ['import { a } from "./a.ts";', "/** One", " * two. */", "}", ");", "];", "// three"];
  expect(equalBlocks([file("a.ts", ...lines), file("b.ts", ...lines)], 3)).toEqual([]);
});
