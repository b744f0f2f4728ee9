import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { splitDocument, titleOf } from "#components/watching/split-document.ts";

it("takes a page apart into headings, tables and text", () => {
  const source =
    "# Title\n\nText.\n\n## 1. Part\nMore\n| a | b |\n|---|---|\n| 1 | `x` |\nAfter, see [other.md](other.md).\n";
  expect(splitDocument(source)).toEqual([
    { kind: "heading", level: 1, text: "Title" },
    { kind: "text", source: "\nText.\n" },
    { kind: "heading", level: 2, text: "1. Part" },
    { kind: "text", source: "More" },
    { kind: "table", head: ["a", "b"], rows: [["1", "`x`"]] },
    { kind: "text", source: "After, see `other.md`.\n" },
  ]);
});

it("finds every table of the log's format whole", () => {
  const source = readFileSync("docs/log-format.md", "utf8");
  expect(titleOf(source)).toBe("The log, format 1");
  for (const part of splitDocument(source)) {
    if (part.kind === "table") for (const row of part.rows) expect(row).toHaveLength(part.head.length);
  }
});
