import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Part, parseMarkdown } from "#components/ui/markdown/parse.ts";

const around = (kind: string, inside: Part[], more: Partial<Part> = {}): Part => ({
  ...{ kind, text: "", inside },
  ...more,
});
const text = (words: string): Part => ({ kind: "text", text: words, inside: [] });
const code = (words: string, language = ""): Part => around("code", [], { text: words, language });
const paragraph = (...inside: Part[]): Part => around("paragraph", inside);
const heading = (level: number, anchor: string, words: string): Part =>
  around("heading", [text(words)], { number: level, anchor });

/** Parses the marks of one line. */
function line(source: string): readonly Part[] {
  const [block] = parseMarkdown(source);
  if (block?.kind !== "paragraph") throw new Error(`${source} is no paragraph`);
  return block.inside;
}

describe("blocks", () => {
  it("are headings, paragraphs, quotes and rules", () => {
    expect(parseMarkdown("# What counts\nIncome.\nDebts.\n\nAge\n---\n> Not age.\n\n***")).toEqual([
      heading(1, "what-counts", "What counts"),
      paragraph(text("Income."), text("\n"), text("Debts.")),
      heading(2, "age", "Age"),
      around("blockquote", [paragraph(text("Not age."))]),
      around("hr", []),
    ]);
  });

  it("may be nested lists, numbered from any start", () => {
    const items = (each: Part[][]) => each.map((inside) => around("list_item", inside));
    const bullets = (...each: Part[][]) => around("bullet_list", items(each));
    const numbered = (number: number, ...each: Part[][]) => around("ordered_list", items(each), { number });
    const tight = (...inside: Part[]) => around("paragraph", inside, { isTight: true });
    expect(
      parseMarkdown("* One\n  goes on\n  1. First\n  2. Second\n     - Deep\n* Two\n\n3) Three"),
    ).toEqual([
      bullets(
        [
          tight(text("One"), text("\n"), text("goes on")),
          numbered(1, [tight(text("First"))], [tight(text("Second")), bullets([tight(text("Deep"))])]),
        ],
        [tight(text("Two"))],
      ),
      numbered(3, [tight(text("Three"))]),
    ]);
  });

  it("distinguish loose from tight lists, and keep code as typed", () => {
    const item = around("list_item", [paragraph(text("One"))]);
    expect(parseMarkdown("1. One\n\n2. Two")[0]?.inside[0]).toEqual(item);
    expect(parseMarkdown("```mermaid title\na **b**\n```\n\n    E = mc²\n")).toEqual([
      code("a **b**\n", "mermaid"),
      code("E = mc²\n"),
    ]);
  });

  it("may be tables, in which short rows are filled and long rows cut", () => {
    const columns = [undefined, "center", "right"] as const;
    const row = (kind: string, ...cells: string[]) =>
      around(
        "tr",
        cells.map((words, column) => {
          const align = columns[column];
          return around(kind, words === "" ? [] : [text(words)], align && { align });
        }),
      );
    const source = "|a|b|c|\n|---|:-:|--:|\n|1|2|3|\n|4|\n|5|6|7|8|\n\nAfter.";
    expect(parseMarkdown(source)).toEqual([
      around("table", [
        around("thead", [row("th", "a", "b", "c")]),
        around("tbody", [row("td", "1", "2", "3"), row("td", "4", "", ""), row("td", "5", "6", "7")]),
      ]),
      paragraph(text("After.")),
    ]);
    expect(parseMarkdown("|a|\n|:-|")[0]?.inside[0]?.inside[0]?.inside[0]).toMatchObject({ align: "left" });
  });

  it("give each heading a unique id", () => {
    expect(parseMarkdown("## 3. `H(tag)`, und Größe\n## A b\n### A b\n## A b")).toMatchObject([
      { anchor: "3-htag-und-größe" },
      { anchor: "a-b" },
      { anchor: "a-b-1" },
      { anchor: "a-b-2" },
    ]);
  });
});

describe("marks", () => {
  it("link complete addresses, but neither partial nor executable ones", () => {
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

  it("include reference addresses only where used", () => {
    expect(parseMarkdown("[a]: https://a.example\n\n[a][a]")).toEqual([
      paragraph(text("[a]: "), around("link", [text("https://a.example")], { href: "https://a.example" })),
      paragraph(text("[a][a]")),
    ]);
  });

  it("describe a picture by its text or address, and within a link by its text", () => {
    expect(line("![a **b**](https://a.example/b.png) ![](c.png) [![d](e.png)](https://f.example)")).toEqual([
      around("image", [], { href: "https://a.example/b.png", text: "a **b**" }),
      text(" "),
      around("image", [], { href: "c.png", text: "c.png" }),
      text(" "),
      around("link", [text("d")], { href: "https://f.example" }),
    ]);
  });
});

it("lose no word, whatever is typed around it", () => {
  // Excluded are the marks that may hide a word: of code (what follows a fence's language) and of tables (a cell too many).
  const marks = fc.constantFrom(..."*_[]()!\\<>&#-+:=\n\t 1.ax");
  const noise = fc.array(marks, { maxLength: 60 }).map((typed) => typed.join(""));
  fc.assert(
    fc.property(noise, fc.stringMatching(/^[a-z]{6,9}$/), noise, (before, word, after) => {
      expect(JSON.stringify(parseMarkdown(`${before}${word}${after}`))).toContain(word);
    }),
    { numRuns: 2_000 },
  );
});

it("show text above the limit of parts as typed, and the text before as Markdown", () => {
  const row = `|${"a|".repeat(10)}`;
  const table = [row, `|${"-|".repeat(10)}`, ...Array.from({ length: 30 }, () => row)].join("\n");
  const source = `# Title\n\nWords.\n\n${table}\n\nThe end.`;
  expect(parseMarkdown(source, 1_000)).toEqual(parseMarkdown(source));
  expect(parseMarkdown(source, 400)).toEqual([
    heading(1, "title", "Title"),
    paragraph(text("Words.")),
    code(`${table}\n\nThe end.`),
  ]);
});
