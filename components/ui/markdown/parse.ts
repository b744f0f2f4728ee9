import MarkdownIt, { type Token } from "markdown-it";
import { type Nested, nest } from "./nest.ts";
import { inlineOf } from "./parse-inline.ts";
import { type Align, type Block, type Inline, inlineText } from "./tree.ts";

/** Maximum nesting of lists (two levels each) and quotes. */
const DEEPEST = 20;

/**
 * Parser for CommonMark with tables and bare web addresses. HTML is plain text. Reference links are disabled, since
 * one address that is defined once and used a thousand times would make a short text long. markdown-it was chosen
 * because its running time does not explode: micromark takes minutes for some texts of 50,000 characters
 * (tests/components/ui/markdown/hostile.test.ts has them).
 */
const parser = new MarkdownIt("commonmark", { html: false, linkify: true, maxNesting: DEEPEST })
  .enable(["table", "linkify"])
  .disable(["html_block", "html_inline", "reference"]);
// Only whole addresses: "income.is" is no link.
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });

/**
 * Parses a text in Markdown. No text is refused: anything without a meaning in Markdown stays text.
 *
 * @param mostParts blocks, cells and inline parts to show; from the block that goes beyond it, the text stays as typed,
 *   since each part costs time whenever a page with it is made
 */
export function parseMarkdown(source: string, mostParts = Number.POSITIVE_INFINITY): Block[] {
  const lines = source.split(/\r\n?|\n/);
  const nested = nest(parser.parse(source, {}));
  let left = mostParts;
  const over = nested.findIndex((block) => {
    left -= partCount(block);
    return left < 0;
  });
  const text = { lines, anchorOf: anchorNamer() };
  if (over < 0) return blocksOf(nested, text);
  const rest = lines.slice(nested[over]?.token.map?.[0]).join("\n");
  return [...blocksOf(nested.slice(0, over), text), { kind: "code", language: "", text: rest }];
}

function partCount({ token, inside }: Nested): number {
  return inside.reduce((sum, part) => sum + partCount(part), 1 + (token.children?.length ?? 0));
}

type Text = { readonly lines: readonly string[]; readonly anchorOf: (words: string) => string };

function blocksOf(nested: readonly Nested[], text: Text): Block[] {
  return nested.map((block) => blockOf(block, text));
}

function blockOf({ token, inside }: Nested, text: Text): Block {
  switch (token.type) {
    case "paragraph_open":
      return { kind: "paragraph", inline: lineOf(inside) };
    case "heading_open": {
      const inline = lineOf(inside);
      return {
        kind: "heading",
        level: Number(token.tag.slice(1)),
        anchor: text.anchorOf(inlineText(inline)),
        inline,
      };
    }
    case "bullet_list_open":
      return listOf(inside, null, text);
    case "ordered_list_open":
      return listOf(inside, Number(token.attrGet("start") ?? 1), text);
    case "blockquote_open":
      return { kind: "quote", blocks: contentOf({ token, inside }, text) };
    case "fence":
      return { kind: "code", language: token.info.trim().split(/\s/)[0] ?? "", text: token.content };
    case "code_block":
      return { kind: "code", language: "", text: token.content };
    case "table_open":
      return tableOf(inside);
    case "hr":
      return { kind: "rule" };
    default:
      throw new Error(`no such block: ${token.type}`);
  }
}

function listOf(items: readonly Nested[], start: number | null, text: Text): Block {
  const isLoose = items.some(({ inside }) =>
    inside.some(({ token }) => token.type === "paragraph_open" && !token.hidden),
  );
  return { kind: "list", start, isTight: !isLoose, items: items.map((item) => contentOf(item, text)) };
}

/**
 * Parses the content of a quote or an item. The parser leaves out what is nested too deeply: here it stays as typed.
 */
function contentOf({ token, inside }: Nested, text: Text): Block[] {
  if (token.level + 1 < DEEPEST) return blocksOf(inside, text);
  return [{ kind: "code", language: "", text: text.lines.slice(...(token.map ?? [0, 0])).join("\n") }];
}

function tableOf(parts: readonly Nested[]): Block {
  const [[head = []] = [], rows = []] = parts.map(({ inside }) =>
    inside.map((row) =>
      row.inside.map(({ token, inside: cell }) => ({ align: alignOf(token), inline: lineOf(cell) })),
    ),
  );
  return { kind: "table", head, rows };
}

function alignOf(cell: Token): Align | null {
  const [, align] = /^text-align:(left|center|right)$/.exec(String(cell.attrGet("style"))) ?? [];
  return (align as Align | undefined) ?? null;
}

function lineOf([line]: readonly Nested[]): Inline[] {
  return inlineOf(line?.token.children ?? []);
}

/** Creates anchors for headings as code hosts do, so that a link between two files of docs/ works on both. */
function anchorNamer(): (words: string) => string {
  const taken = new Map<string, number>();
  return (words) => {
    const name = words
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\s_-]/gu, "")
      .replaceAll(/\s/g, "-");
    const before = taken.get(name) ?? 0;
    taken.set(name, before + 1);
    return before === 0 ? name : `${name}-${before}`;
  };
}
