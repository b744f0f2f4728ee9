import MarkdownIt, { type Token } from "markdown-it";

/** A part of a text in Markdown: a block, or a piece of a line. Anything without a meaning in Markdown stays text. */
export type Part = {
  /** The name of markdown-it's token, of an opening one without "_open". */
  readonly kind: string;
  /** The words of a part without parts. */
  readonly text: string;
  readonly inside: readonly Part[];
  /** Level of a heading, start of a numbered list. */
  readonly number?: number;
  /** Anchor of links to a heading, unique in the text. */
  readonly anchor?: string;
  /** Target of a link or a picture. */
  readonly href?: string;
  readonly align?: Align;
  /** Word after a fence, such as `sql`; empty without one. */
  readonly language?: string;
  /** Whether a paragraph belongs to a list without empty lines between its items. */
  readonly isTight?: true;
};

export type Align = "left" | "center" | "right";

/** Maximum nesting of lists (two levels each) and quotes. */
const deepestBlock = 20;
/** Maximum nesting of inline markup; markup beyond it is dropped and its words are kept. */
const deepestInline = 16;

/**
 * Parser for CommonMark with tables and bare web addresses. HTML is plain text. Reference links are disabled, since
 * one address that is defined once and used a thousand times would make a short text long. markdown-it was chosen
 * because its running time does not explode: micromark takes minutes for some texts of 50,000 characters
 * (tests/components/ui/markdown/hostile.test.ts has them).
 */
const parser = new MarkdownIt("commonmark", { html: false, linkify: true, maxNesting: deepestBlock })
  .enable(["table", "linkify"])
  .disable(["html_block", "html_inline", "reference"]);
// Only whole addresses: "income.is" is no link.
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });

/**
 * Parses a text in Markdown. No text is refused.
 *
 * @param mostParts parts to show; from the block that goes beyond it, the text stays as typed, since each part costs
 *   time whenever a page with it is made
 */
export function parseMarkdown(source: string, mostParts = Number.POSITIVE_INFINITY): Part[] {
  const lines = source.split(/\r\n?|\n/);
  const anchorOf = anchorNamer();
  const asTyped = ([from, to]: readonly number[] = []) => code(lines.slice(from, to).join("\n"));
  const blocks = nest(parser.parse(source, {}), Number.POSITIVE_INFINITY, (token, inside) => {
    const isTooDeep = /^(list_item|blockquote)_open$/.test(token.type) && token.level + 1 >= deepestBlock;
    // The parser leaves out what is nested too deeply: here it stays as typed.
    const part = partOf(token, isTooDeep ? [asTyped(token.map ?? [0, 0])] : inside);
    return part.kind === "heading" ? { ...part, anchor: anchorOf(textOfParts(part.inside)) } : part;
  });
  let left = mostParts;
  const over = blocks.findIndex(({ part }) => {
    left -= partCount(part);
    return left < 0;
  });
  const parts = blocks.map(({ part }) => part);
  return over < 0 ? parts : [...parts.slice(0, over), asTyped(blocks[over]?.token.map?.slice(0, 1))];
}

/** Returns the words without their markup. */
export function textOfParts(parts: readonly Part[]): string {
  return parts
    .map(({ kind, text, inside }) => (kind === "hardbreak" ? " " : text + textOfParts(inside)))
    .join("");
}

type Made = { readonly token: Token; readonly part: Part };

/** Turns the parser's flat list into a tree. Markup beyond the deepest is dropped. */
function nest(
  tokens: readonly Token[],
  deepest: number,
  make: (token: Token, inside: readonly Part[]) => Part,
): Made[] {
  const top: Made[] = [];
  const open: { readonly token?: Token; readonly made: Made[] }[] = [{ made: top }];
  for (const token of tokens) {
    const here = open.at(-1)?.made ?? top;
    if (token.type === "inline") here.push(...nest(token.children ?? [], deepestInline, partOf));
    else if (token.nesting === 1) open.push({ token, made: open.length > deepest ? here : [] });
    else if (token.nesting === 0) here.push({ token, part: make(token, []) });
    else {
      const closed = open.pop();
      const around = open.at(-1)?.made ?? top;
      if (closed?.token === undefined || closed.made === around) continue;
      const inside = closed.made.map(({ part }) => part).filter(({ kind, text }) => kind !== "text" || text);
      around.push({ token: closed.token, part: make(closed.token, inside) });
    }
  }
  return top;
}

function partOf(token: Token, inside: readonly Part[]): Part {
  const { type, content, tag, info, hidden } = token;
  const kind = type.replace(/_open$/, "");
  const attribute = (name: string) => String(token.attrGet(name) ?? "");
  const part = { kind, text: content, inside };
  switch (kind) {
    case "heading":
      return { ...part, number: Number(tag.slice(1)) };
    case "ordered_list":
      return { ...part, number: Number(attribute("start") || 1) };
    case "fence":
      return code(content, info.trim().split(/\s/)[0]);
    case "code_block":
      return code(content);
    case "softbreak":
      return { ...part, kind: "text", text: "\n" };
    case "link":
      return { ...part, href: attribute("href"), inside: inside.map(withoutPicture) };
    case "image":
      return { ...part, href: attribute("src"), text: content || attribute("src") };
    case "paragraph":
      return hidden ? { ...part, isTight: true } : part;
    default: {
      const [, align] = /^text-align:(left|center|right)$/.exec(attribute("style")) ?? [];
      return align === undefined ? part : { ...part, align: align as Align };
    }
  }
}

function code(text: string, language = ""): Part {
  return { kind: "code", text, inside: [], language };
}

/** Returns a picture's words: no link leads out of a link. */
function withoutPicture(part: Part): Part {
  const { kind, text, inside } = part;
  if (kind === "image") return { kind: "text", text, inside };
  return { ...part, inside: inside.map(withoutPicture) };
}

function partCount({ inside }: Part): number {
  return inside.reduce((sum, part) => sum + partCount(part), 1);
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
