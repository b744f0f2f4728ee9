/** What guidelines may hold: the part of Markdown that operators use. Anything else stays text. */
export type Block =
  | { readonly kind: "heading"; readonly text: Inline[] }
  | { readonly kind: "paragraph"; readonly text: Inline[] }
  | { readonly kind: "list"; readonly isOrdered: boolean; readonly items: Inline[][] };

export type Inline =
  | { readonly kind: "text" | "strong" | "emphasis" | "code"; readonly text: string }
  | { readonly kind: "link"; readonly text: string; readonly href: string };

const heading = /^#{1,6}\s+(.*)$/;
const bullet = /^\s*[*+-]\s+(.*)$/;
const numbered = /^\s*\d{1,9}[.)]\s+(.*)$/;

export function parseMarkdown(source: string): Block[] {
  const blocks: Block[] = [];
  for (const chunk of source.replaceAll("\r", "").split(/\n\s*\n/)) {
    for (const lines of partsOf(chunk.split("\n").filter((line) => line.trim() !== ""))) {
      blocks.push(blockOf(lines));
    }
  }
  return blocks;
}

type Kind = "heading" | "bullet" | "numbered" | "plain";

function kindOf(line: string): Kind {
  if (heading.test(line)) return "heading";
  if (bullet.test(line)) return "bullet";
  return numbered.test(line) ? "numbered" : "plain";
}

/** Lines that belong together: a heading alone, the items of one list with their further lines, a paragraph. */
function partsOf(lines: readonly string[]): string[][] {
  const parts: { kind: Kind; lines: string[] }[] = [];
  for (const line of lines) {
    const kind = kindOf(line);
    const last = parts.at(-1);
    const goesOn = last && last.kind !== "heading" && (kind === last.kind || kind === "plain");
    if (goesOn) last.lines.push(line);
    else parts.push({ kind, lines: [line] });
  }
  return parts.map((part) => part.lines);
}

function blockOf(lines: readonly string[]): Block {
  const [first = ""] = lines;
  const kind = kindOf(first);
  if (kind === "heading") return { kind, text: parseInline(heading.exec(first)?.[1] ?? "") };
  if (kind === "plain")
    return { kind: "paragraph", text: parseInline(lines.map((line) => line.trim()).join(" ")) };
  const marker = kind === "bullet" ? bullet : numbered;
  const items: string[] = [];
  for (const line of lines) {
    const text = marker.exec(line)?.[1];
    if (text === undefined) items.push(`${items.pop() ?? ""} ${line.trim()}`);
    else items.push(text.trim());
  }
  return { kind: "list", isOrdered: kind === "numbered", items: items.map(parseInline) };
}

const inline =
  /\*\*(?<strong>[^*]+)\*\*|`(?<code>[^`]+)`|\*(?<star>[^*\s][^*]*)\*|\b_(?<low>[^_\s][^_]*)_\b|\[(?<text>[^\]]+)\]\((?<href>https?:\/\/[^\s)]+)\)/g;

function parseInline(source: string): Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  for (const match of source.matchAll(inline)) {
    if (match.index > end) parts.push({ kind: "text", text: source.slice(end, match.index) });
    parts.push(markedOf(match.groups ?? {}));
    end = match.index + match[0].length;
  }
  if (end < source.length) parts.push({ kind: "text", text: source.slice(end) });
  return parts;
}

function markedOf({ strong, code, star, low, text = "", href }: Record<string, string | undefined>): Inline {
  if (href !== undefined) return { kind: "link", text, href };
  if (strong !== undefined) return { kind: "strong", text: strong };
  if (code !== undefined) return { kind: "code", text: code };
  return { kind: "emphasis", text: star ?? low ?? "" };
}
