import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseMarkdown } from "#components/guidelines/parse.ts";

describe("guidelines", () => {
  it("are headings, paragraphs and lists", () => {
    const blocks = parseMarkdown(
      "# What counts\nIncome and debts.\nNothing else.\n\n* One\n* Two\n  goes on\n\n1. First\n2. Second",
    );
    expect(blocks.map(({ kind }) => kind)).toEqual(["heading", "paragraph", "list", "list"]);
    expect(blocks[1]).toEqual({
      kind: "paragraph",
      text: [{ kind: "text", text: "Income and debts. Nothing else." }],
    });
    expect(blocks[2]).toMatchObject({
      isOrdered: false,
      items: [[{ text: "One" }], [{ text: "Two goes on" }]],
    });
    expect(blocks[3]).toMatchObject({ isOrdered: true });
  });

  it("may stress words and link to pages of the web, and to nothing else", () => {
    const [block] = parseMarkdown("**Age** alone is *not* a reason, see [the law](https://law.example/1).");
    expect(block).toEqual({
      kind: "paragraph",
      text: [
        { kind: "strong", text: "Age" },
        { kind: "text", text: " alone is " },
        { kind: "emphasis", text: "not" },
        { kind: "text", text: " a reason, see " },
        { kind: "link", text: "the law", href: "https://law.example/1" },
        { kind: "text", text: "." },
      ],
    });
    const [other] = parseMarkdown("[run](javascript:alert(1)) and 2 * 3 * 4 <b>");
    expect(other).toEqual({
      kind: "paragraph",
      text: [{ kind: "text", text: "[run](javascript:alert(1)) and 2 * 3 * 4 <b>" }],
    });
  });

  it("lose no word, whatever was typed", () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1 }),
        fc.string(),
        (words, noise) => {
          const text = JSON.stringify(parseMarkdown(`${words.join(" ")}\n\n${noise}`));
          for (const word of words) expect(text).toContain(word);
        },
      ),
    );
  });
});
