import { Line } from "./line.tsx";
import type { MarkdownOptions } from "./options.ts";
import type { Block } from "./tree.ts";

const looks = {
  page: ["mt-6 border-t-2 border-rule pt-4", "mt-6 border-t-2 border-rule pt-4", "mt-2"],
  note: ["text-[1.125em] font-[640]", "text-[1em] font-[640]", "text-[1em] font-[560] text-ink-2"],
} as const;

/** Heading of a text, always below the level of the headings around the text. */
export function Heading({
  level,
  anchor,
  inline,
  options: { topLevel, headings, addressOf },
}: Extract<Block, { kind: "heading" }> & { options: MarkdownOptions }) {
  const Tag = `h${Math.min(6, topLevel + level - 1)}` as "h1" | "h2" | "h3" | "h4" | "h5" | "h6";
  const look = looks[headings];
  return (
    <Tag id={headings === "page" ? anchor : undefined} className={look[level - 1] ?? look[2]}>
      <Line inline={inline} addressOf={addressOf} />
    </Tag>
  );
}
