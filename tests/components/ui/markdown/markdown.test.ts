import { readdirSync, readFileSync } from "node:fs";
import MarkdownIt from "markdown-it";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import { GuidelineText } from "#components/setup/guidelines/guideline-text.tsx";
import { Document, documentTitle } from "#components/ui/markdown/document.tsx";
import { parseMarkdown } from "#components/ui/markdown/parse.ts";

const addresses = new Map([
  ["log-format.md", "/docs/log-format"],
  ["help/auditor.de.md", "/docs/auditor"],
  ["theory.md", "/docs/theory"],
  ["screens/pair-narrow-light.png", "/docs/screens/pair-narrow-light.png"],
]);
const guideline = (body: string) => plain(createElement(GuidelineText, { purpose: "", body }));
const page = (source: string, file = "theory.md") =>
  plain(createElement(Document, { blocks: parseMarkdown(source), file, addresses, language: "en" }));

/** Renders the elements without styles and without their container. */
function plain(element: React.ReactElement): string {
  const html = renderToStaticMarkup(element).replaceAll(/ (class|style|tabindex|rel|target)="[^"]*"/g, "");
  return html.replace(/^<div( lang="en" dir="ltr")?>/, "").replace(/<\/div>$/, "");
}

describe("guidelines", () => {
  it("are parsed once, however often they are shown, up to a page's limits", () => {
    const parse = vi.spyOn(MarkdownIt.prototype, "parse");
    const table = `|a|b|\n|-|-|\n${"|c|d|\n".repeat(3_000)}`;
    const pages = Array.from({ length: 8 }, () => guideline(`${"Look twice.\n\n".repeat(100)}${table}`));
    expect(parse).toHaveBeenCalledTimes(1);
    expect(new Set(pages).size).toBe(1);
    expect(pages[0]?.match(/<p>/g)).toHaveLength(100);
    // The table is too long, so it stays as typed.
    expect(pages[0]).toContain("<pre><code>|a|b|");
    for (let version = 1; version <= 50; version += 1) guideline(`Version ${version}`);
    expect(parse).toHaveBeenCalledTimes(51);
    guideline("Version 1");
    expect(parse).toHaveBeenCalledTimes(51);
    guideline(`${"Look twice.\n\n".repeat(100)}${table}`);
    expect(parse).toHaveBeenCalledTimes(52);
    parse.mockRestore();
  });

  it("have headings below those of the page, without anchors", () => {
    expect(guideline("# A\n## B\n##### C\n###### D")).toBe("<h3>A</h3><h4>B</h4><h6>C</h6><h6>D</h6>");
  });

  it("become lists, quotes, code and rules", () => {
    expect(guideline("* a\n  5. b\n\n> c  \n> d\n\n---\n\n```mermaid\ne --> f\n```")).toBe(
      "<ul><li><p>a\n5. b</p></li></ul><blockquote><p>c<br/>d</p></blockquote><hr/>" +
        '<div role="group" aria-label="Code in mermaid"><pre><code>e --&gt; f\n</code></pre></div>',
    );
    expect(guideline("5. b\n6. c")).toBe('<ol start="5"><li><p>b</p></li><li><p>c</p></li></ol>');
  });

  it("become tables with a name, in which a column may have no header", () => {
    expect(guideline("|a|**b**||\n|-|-|-|\n|1|`2`|3|")).toBe(
      '<div role="group" aria-label="Table: a, b"><table><colgroup><col/><col/><col/></colgroup><thead><tr><th scope="col">a</th><th scope="col"><strong>b</strong></th><td></td></tr>' +
        "</thead><tbody><tr><td>1</td><td><code>2</code></td><td>3</td></tr></tbody></table></div>",
    );
  });

  it("break a path or a list in code after a slash or a comma", () => {
    expect(guideline("`a/b.ts`, `{c,d}`, `e/`")).toBe(
      "<p><code>a/<wbr/>b.ts</code>, <code>{c,<wbr/>d}</code>, <code>e/</code></p>",
    );
  });

  it("have column widths from all texts, at least as wide as the longest words", () => {
    const html = renderToStaticMarkup(
      createElement(GuidelineText, { purpose: "", body: `|a|b|\n|-|-|\n|word|${"many words ".repeat(9)}|` }),
    );
    expect(html).toContain('style="--narrow:17ch;--wide:35ch"');
    expect(html.match(/--narrow:[\d.]+%;--wide:[\d.]+%/g)).toEqual([
      "--narrow:46.5%;--wide:22.0%",
      "--narrow:53.5%;--wide:78.0%",
    ]);
  });

  it("link only to the web and to mail, in a separate tab without an opener", () => {
    const body = "[a](https://a.example), <b@b.example>, [c](HTTP://c.example)";
    expect(guideline(body)).toBe(
      '<p><a href="https://a.example">a</a>, <a href="mailto:b@b.example">b@b.example</a>, <a href="HTTP://c.example">c</a></p>',
    );
    expect(renderToStaticMarkup(createElement(GuidelineText, { purpose: "", body }))).toContain(
      '<a href="https://a.example" rel="noreferrer noopener" target="_blank">a</a>',
    );
    for (const address of [
      "/administration",
      "theory.md",
      "#top",
      "//evil.example",
      "http:administration",
      "ftp://a.example",
      "tel:1",
      "",
    ]) {
      expect(guideline(`[a](${address})`), address).toBe("<p>a</p>");
    }
    expect(guideline("[a](javascript:alert(1)) [b](&#106;avascript:alert(1))")).not.toContain("<a");
  });

  it("never load a picture: it becomes a link, or its text", () => {
    expect(guideline("![a](https://a.example/a.png) ![b](b.png) ![c](data:image/png;base64,AA)")).toBe(
      '<p><a href="https://a.example/a.png">a</a> b c</p>',
    );
  });

  it("show HTML as it was typed", () => {
    expect(guideline("<script>alert(1)</script> <img src=x onerror=y> <a href='/x'>a</a>")).toBe(
      "<p>&lt;script&gt;alert(1)&lt;/script&gt; &lt;img src=x onerror=y&gt; &lt;a href=&#x27;/x&#x27;&gt;a&lt;/a&gt;</p>",
    );
  });
});

describe("a page of docs/", () => {
  it("omits its title, which the page shows, and has headings with anchors", () => {
    const source = "# The *title*\n\n## 1. First\n\n### Second\n\n# First, again";
    expect(documentTitle(parseMarkdown(source))).toBe("The title");
    expect(page(source)).toBe(
      '<h2 id="1-first">1. First</h2><h3 id="second">Second</h3><h1 id="first-again">First, again</h1>',
    );
    expect(documentTitle(parseMarkdown("Text"))).toBeUndefined();
    expect(page("Text")).toBe("<p>Text</p>");
  });

  it("links to pages on this server, anchors in them, and the web", () => {
    expect(page("[a](theory.md) [b](./log-format.md#4-draw) [c](#d) [e](https://e.example)")).toBe(
      '<p><a href="/docs/theory">a</a> <a href="/docs/log-format#4-draw">b</a> <a href="#d">c</a> <a href="https://e.example">e</a></p>',
    );
    expect(page("[a](../log-format.md#4-draw) [b](auditor.de.md)", "help/auditor.en.md")).toBe(
      '<p><a href="/docs/log-format#4-draw">a</a> <a href="/docs/auditor">b</a></p>',
    );
    expect(
      page("[a](trials.md) [b](../theory.md) [c](/theory.md) [d](theory.md.html) [e](//theory.md)"),
    ).toBe("<p>a b c d e</p>");
  });

  it("shows its own pictures with reserved space, and links to all others", () => {
    expect(page("![a pair](screens/pair-narrow-light.png)")).toBe(
      '<p><img src="/docs/screens/pair-narrow-light.png" alt="a pair" width="252" height="560" loading="lazy"/></p>',
    );
    expect(page("![a](https://a.example/a.png) ![b](screens/other.png)")).toBe(
      '<p><a href="https://a.example/a.png">a</a> b</p>',
    );
  });
});

describe.each(
  readdirSync("docs", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md")),
)("docs/%s", (name) => {
  const source = readFileSync(`docs/${name}`, "utf8");
  const html = page(source);

  it("is rendered with its title, without leftover Markdown", () => {
    expect(documentTitle(parseMarkdown(source))).toMatch(/\w/);
    const words = html.replaceAll(/<(pre|code)>.*?<\/\1>/gs, "").replaceAll(/<[^>]*>/g, "\n");
    expect(words.match(/.{0,20}(\*\*|\]\(|^#|\|--|`).{0,20}/gm)).toBeNull();
  });

  it("has complete tables, without rows that have too many cells", () => {
    const typed = source.match(/(?:^\|.*\n)+/gm) ?? [];
    const tables = parseMarkdown(source).filter((block) => block.kind === "table");
    expect(tables.map(({ inside: [, body] }) => (body?.inside.length ?? 0) + 2)).toEqual(
      typed.map((table) => table.trimEnd().split("\n").length),
    );
    for (const table of typed) {
      const widths = table
        .trimEnd()
        .split("\n")
        .map((row) => row.split(/(?<!\\)\|/).length);
      expect(new Set(widths), table).toHaveLength(1);
    }
  });
});
