import { expect, test } from "vitest";
import { equalBlocks } from "./equal-blocks.ts";

const block = ["const a = 1;", "const b = 2;", "const c = a + b;"];
const file = (name: string, ...lines: string[]) => ({ file: name, source: lines.join("\n") });

test("finds the same lines in two files, with any indentation", () => {
  const files = [file("a.ts", ...block), file("b.ts", "", "// why", ...block.map((line) => `  ${line}`))];
  expect(equalBlocks(files, 3)).toEqual(["b.ts:3 repeats a.ts:1"]);
});

test("ignores fewer lines or other names", () => {
  const files = [file("a.ts", ...block), file("b.ts", ...block.slice(1)), file("c.ts", "const d = 1;")];
  expect(equalBlocks(files, 3)).toEqual([]);
});

test("ignores imports, comments and lone brackets", () => {
  const lines = ['import { a } from "./a.ts";', "/** One", " * two. */", "}", ");", "];", "// three"];
  expect(equalBlocks([file("a.ts", ...lines), file("b.ts", ...lines)], 3)).toEqual([]);
});
