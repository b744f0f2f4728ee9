import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** The whole specification of the log: docs/log-format.md and the pages that it names. */
const pages = globSync("docs/log-format*.md").map((file) => ({ file, text: readFileSync(file, "utf8") }));

const mostWords = 9_000;
const mostWordsInSentence = 25;

const wordsIn = (text: string) => text.split(/\s+/).filter((word) => word !== "");

/** Lists the sentences of a page outside tables, headings and code. A list item ends one; a formula in a span is one word. */
function sentencesIn(text: string): string[] {
  const prose = text
    .replace(/^( *)```[\s\S]*?^\1```$/gm, "")
    .replace(/^(?: {4}.*|\|.*|#.*)$/gm, "")
    .replace(/`[^`]+`/g, "span")
    .replace(/\]\([^)]*\)/g, "]");
  const items = prose.split(/\n\s*\n|\n\s*(?:\*|\d+\.) /);
  return items.flatMap((item) => item.split(/(?<=[.?!]["*)]*)\s+/)).map((sentence) => sentence.trim());
}

describe("the specification of the log", () => {
  it("names each of its pages on the entry page", () => {
    const entry = readFileSync("docs/log-format.md", "utf8");
    const others = pages
      .map(({ file }) => file.replace("docs/", ""))
      .filter((name) => name !== "log-format.md");
    expect(others.filter((name) => !entry.includes(`](${name})`))).toEqual([]);
  });

  it(`has at most ${mostWords} words`, () => {
    const count = pages.reduce((sum, { text }) => sum + wordsIn(text).length, 0);
    expect(count).toBeLessThanOrEqual(mostWords);
  });

  it.each(pages)(`has sentences of at most ${mostWordsInSentence} words: $file`, ({ text }) => {
    const long = sentencesIn(text).filter((sentence) => wordsIn(sentence).length > mostWordsInSentence);
    expect(long).toEqual([]);
  });
});
