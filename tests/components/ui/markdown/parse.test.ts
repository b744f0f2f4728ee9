import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseMarkdown } from "#components/ui/markdown/parse.ts";
import type { Block, Inline } from "#components/ui/markdown/tree.ts";

const text = (words: string): Inline => ({ kind: "text", text: words });
const paragraph = (...inline: Inline[]): Block => ({ kind: "paragraph", inline });
const heading = (level: number, anchor: string, words: string): Block => ({
  kind: "heading",
  level,
  anchor,
  inline: [text(words)],
});

/** The marks of one line. */
function line(source: string): Inline[] {
  const [block] = parseMarkdown(source);
  if (block?.kind !== "paragraph") throw new Error(`${source} is no paragraph`);
  return block.inline;
}

describe("blocks", () => {
  it("are headings, paragraphs, quotes and rules", () => {
    expect(parseMarkdown("# What counts\nIncome.\nDebts.\n\nAge\n---\n> Not age.\n\n***")).toEqual([
      heading(1, "what-counts", "What counts"),
      paragraph(text("Income."), text("\n"), text("Debts.")),
      heading(2, "age", "Age"),
      { kind: "quote", blocks: [paragraph(text("Not age."))] },
      { kind: "rule" },
    ]);
  });

  it("may be lists in lists, numbered from wherever they begin", () => {
    const tight = (start: number | null, ...items: Block[][]): Block => ({
      kind: "list",
      start,
      isTight: true,
      items,
    });
    expect(
      parseMarkdown("* One\n  goes on\n  1. First\n  2. Second\n     - Deep\n* Two\n\n3) Three"),
    ).toEqual([
      tight(
        null,
        [
          paragraph(text("One"), text("\n"), text("goes on")),
          tight(
            1,
            [paragraph(text("First"))],
            [paragraph(text("Second")), tight(null, [paragraph(text("Deep"))])],
          ),
        ],
        [paragraph(text("Two"))],
      ),
      tight(3, [paragraph(text("Three"))]),
    ]);
  });

  it("tell loose lists from tight ones, and keep code as it was typed", () => {
    expect(parseMarkdown("1. One\n\n2. Two")).toMatchObject([{ isTight: false }]);
    expect(parseMarkdown("```mermaid title\na **b**\n```\n\n    E = mc²\n")).toEqual([
      { kind: "code", language: "mermaid", text: "a **b**\n" },
      { kind: "code", language: "", text: "E = mc²\n" },
    ]);
  });

  it("may be tables: a row that is too short is filled up, one that is too long cut", () => {
    const cell = (words: string, align: "left" | "center" | "right" | null = null) => ({
      align,
      inline: words === "" ? [] : [text(words)],
    });
    const source = "|a|b|c|\n|---|:-:|--:|\n|1|2|3|\n|4|\n|5|6|7|8|\n\nAfter.";
    expect(parseMarkdown(source)).toEqual([
      {
        kind: "table",
        head: [cell("a"), cell("b", "center"), cell("c", "right")],
        rows: [
          [cell("1"), cell("2", "center"), cell("3", "right")],
          [cell("4"), cell("", "center"), cell("", "right")],
          [cell("5"), cell("6", "center"), cell("7", "right")],
        ],
      },
      paragraph(text("After.")),
    ]);
  });

  it("name each heading once", () => {
    expect(parseMarkdown("## 3. `H(tag)`, und Größe\n## A b\n### A b\n## A b")).toMatchObject([
      { anchor: "3-htag-und-größe" },
      { anchor: "a-b" },
      { anchor: "a-b-1" },
      { anchor: "a-b-2" },
    ]);
  });
});

describe("marks", () => {
  it("link whole addresses, and leave half an address, and one that would run something, as they were typed", () => {
    expect(line("https://a.example/b_c")).toMatchObject([{ kind: "link", href: "https://a.example/b_c" }]);
    for (const typed of [
      "the income.is low, see www.law.example",
      "[run](javascript:alert(1))",
      "[run](JaVaScRiPt:alert(1))",
      "[run](vbscript:x)",
      "[run](data:text/html,x)",
      "[run](file:///etc/passwd)",
    ]) {
      expect(line(typed)).toEqual([text(typed)]);
    }
  });

  it("name addresses where they are used only", () => {
    expect(parseMarkdown("[a]: https://a.example\n\n[a][a]")).toEqual([
      paragraph(text("[a]: "), {
        kind: "link",
        href: "https://a.example",
        inline: [text("https://a.example")],
      }),
      paragraph(text("[a][a]")),
    ]);
  });

  it("name a picture by its words, or its address; within a link it is words", () => {
    expect(line("![a **b**](https://a.example/b.png) ![](c.png) [![d](e.png)](https://f.example)")).toEqual([
      { kind: "image", href: "https://a.example/b.png", text: "a **b**" },
      text(" "),
      { kind: "image", href: "c.png", text: "c.png" },
      text(" "),
      { kind: "link", href: "https://f.example", inline: [text("d")] },
    ]);
  });
});

it("loses no word, whatever is typed around it", () => {
  // Left out are the marks that may hide a word: of code (what follows a fence's language) and of tables (a cell too many).
  const marks = fc.constantFrom(..."*_[]()!\\<>&#-+:=\n\t 1.ax");
  const noise = fc.array(marks, { maxLength: 60 }).map((typed) => typed.join(""));
  fc.assert(
    fc.property(noise, fc.stringMatching(/^[a-z]{6,9}$/), noise, (before, word, after) => {
      expect(JSON.stringify(parseMarkdown(`${before}${word}${after}`))).toContain(word);
    }),
    { numRuns: 2_000 },
  );
});

it("shows as typed what goes beyond the number of parts, and all before it as Markdown", () => {
  const row = `|${"a|".repeat(10)}`;
  const table = [row, `|${"-|".repeat(10)}`, ...Array.from({ length: 30 }, () => row)].join("\n");
  const source = `# Title\n\nWords.\n\n${table}\n\nThe end.`;
  expect(parseMarkdown(source, 1_000)).toEqual(parseMarkdown(source));
  expect(parseMarkdown(source, 400)).toEqual([
    heading(1, "title", "Title"),
    paragraph(text("Words.")),
    { kind: "code", language: "", text: `${table}\n\nThe end.` },
  ]);
});
