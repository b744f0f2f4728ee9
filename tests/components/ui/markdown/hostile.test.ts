import { describe, expect, it } from "vitest";
import { parseMarkdown } from "#components/ui/markdown/parse.ts";

/** Texts with more parts than guidelines may have. */
const LENGTH = 50_000;
const filled = (part: string) => part.repeat(Math.ceil(LENGTH / part.length)).slice(0, LENGTH);
const around = (open: string, close: string) => {
  const count = Math.floor((LENGTH - 1) / (open.length + close.length));
  return `${open.repeat(count)}x${close.repeat(count)}`;
};

const texts: Record<string, string> = {
  quotes: filled(">"),
  "quotes of lists": filled("> - "),
  "lists in one line": filled("- + * "),
  "numbers in one line": filled("1. "),
  "lists, each further in": Array.from({ length: 220 }, (_, depth) => `${" ".repeat(2 * depth)}- a`).join(
    "\n",
  ),
  "a quote and lines that belong to it": `${"> ".repeat(1_000)}\n${filled("a\n")}`.slice(0, LENGTH),
  "stress that opens": filled("*a "),
  "stress that closes": filled("a* "),
  "stress in stress": around("*a ", " a*"),
  "stress of both kinds": around("**a _b ", " b_ a**"),
  "stress that crosses": filled("*a _b* c_ "),
  brackets: around("[", "]"),
  "brackets never closed": filled("["),
  "links never closed": filled("[a](b ("),
  "links in links": around("[", "](b)"),
  "pictures in pictures": around("![", "](b)"),
  addresses: filled("https://a.b/("),
  backticks: Array.from({ length: 310 }, (_, count) => "`".repeat(count)).join("a"),
  backslashes: filled("\\*"),
  tags: filled("<a b='"),
  comments: filled("<!--"),
  "the same name defined": filled("[a]: b\n"),
  underlines: filled("a\n="),
  fences: filled("- ```\n"),
  "a wide table of short rows": `${"|a".repeat(6_000)}\n${"|-".repeat(6_000)}\n${filled("|\n")}`.slice(
    0,
    LENGTH,
  ),
  tables: filled("a|b\n-|-\n"),
  "one long list": filled("- a\n\n"),
  nothing: filled("\n"),
  zeros: filled("\0"),
};

/** Walks without recursion, which would overflow on a deep tree. */
function measure(tree: readonly unknown[]): { parts: number; letters: number; depth: number } {
  const sums = { parts: 0, letters: 0, depth: 0 };
  const waiting: { value: unknown; depth: number }[] = [{ value: tree, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth } = next;
    if (typeof value === "string") sums.letters += value.length;
    if (typeof value !== "object" || value === null) continue;
    const isPart = !Array.isArray(value);
    if (isPart) sums.parts += 1;
    sums.depth = Math.max(sums.depth, depth + Number(isPart));
    for (const [name, inside] of Object.entries(value)) {
      if (name !== "kind") waiting.push({ value: inside, depth: depth + Number(isPart) });
    }
  }
  return sums;
}

/** The number of empty cells that the parser adds to short rows of a table before it ends the table. */
const FILLED_UP = 65_536;

describe.each(Object.entries(texts))("a hostile text: %s", (_name, source) => {
  it("has no more parts, and no deeper ones, than a page can show", () => {
    const { parts, letters, depth } = measure(parseMarkdown(source));
    expect(parts).toBeLessThanOrEqual(LENGTH + FILLED_UP);
    // A bare address occurs twice: as text and as link target.
    expect(letters).toBeLessThanOrEqual(2 * LENGTH);
    // 20 blocks in each other, the paragraph in the last, 16 marks in its line, the words.
    expect(depth).toBeLessThanOrEqual(20 + 1 + 16 + 1);
  });
});

it("shows text that is nested too deeply as typed, without loss", () => {
  const typed = `${"> ".repeat(30)}deep\n${"> ".repeat(30)}down`;
  const tree = JSON.stringify(parseMarkdown(typed));
  expect(tree.match(/"blockquote"/g)).toHaveLength(20);
  expect(tree).toContain(JSON.stringify(typed).slice(1, -1));
  const items = `${"- ".repeat(30)}deep`;
  expect(JSON.stringify(parseMarkdown(items))).toContain(`"text":"${items}"`);
});

it("keeps words with too much emphasis, without the emphasis", () => {
  const tree = JSON.stringify(parseMarkdown(`${"*a ".repeat(500)}x${" b*".repeat(500)}`));
  expect(tree.match(/"em"/g)).toHaveLength(16);
  expect(tree.match(/\ba /g)).toHaveLength(500);
  expect(tree.match(/ b\b/g)).toHaveLength(500);
});
