import type { ReactNode } from "react";
import { classNames } from "#components/ui/class-names.ts";
import * as t from "#messages/controls.ts";
import type { AddressOf } from "./addresses.ts";
import { keyed } from "./keyed.ts";
import { Line } from "./line.tsx";
import { MarkdownTable } from "./table.tsx";
import type { Block } from "./tree.ts";
import { Wide } from "./wide.tsx";

type Props = { blocks: readonly Block[]; options: MarkdownOptions };

/** A text in Markdown. It becomes elements, never HTML, so no code in it can run. */
export function Markdown({ blocks, options }: Props) {
  return keyed(blocks).map(({ key, value }) => <One key={key} block={value} options={options} />);
}

function One({ block, options }: { block: Block; options: MarkdownOptions }): ReactNode {
  const { addressOf } = options;
  switch (block.kind) {
    case "paragraph":
      return (
        <p>
          <Line inline={block.inline} addressOf={addressOf} />
        </p>
      );
    case "heading":
      return <Heading {...block} options={options} />;
    case "list":
      return <List {...block} options={options} />;
    case "quote":
      return (
        <blockquote className="space-y-2 border-s-4 border-hair ps-3 text-ink-2">
          <Markdown blocks={block.blocks} options={options} />
        </blockquote>
      );
    case "code":
      return (
        <Wide
          label={t.codeIn({ language: block.language || "none" })}
          className="border border-hair bg-sunken px-3 py-2"
        >
          <pre className="font-mono text-[0.875em]">
            <code>{block.text}</code>
          </pre>
        </Wide>
      );
    case "table":
      return <MarkdownTable {...block} addressOf={addressOf} />;
    case "rule":
      return <hr className="border-hair" />;
  }
}

function List({
  start,
  isTight,
  items,
  options,
}: Extract<Block, { kind: "list" }> & { options: MarkdownOptions }) {
  const gap = isTight ? "space-y-1" : "space-y-2";
  const children = keyed(items).map(({ key, value }) => (
    <li key={key} className={gap}>
      <Markdown blocks={value} options={options} />
    </li>
  ));
  const className = classNames(gap, "ps-6 marker:text-ink-3");
  if (start === null) return <ul className={classNames(className, "list-disc")}>{children}</ul>;
  return (
    <ol className={classNames(className, "list-decimal")} {...(start !== 1 && { start })}>
      {children}
    </ol>
  );
}

const looks = {
  page: ["mt-6 border-t-2 border-rule pt-4", "mt-6 border-t-2 border-rule pt-4", "mt-2"],
  note: ["text-[1.125em] font-[640]", "text-[1em] font-[640]", "text-[1em] font-[560] text-ink-2"],
} as const;

/** Heading of a text, always below the level of the headings around the text. */
function Heading({
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

/** Options that vary between texts in Markdown. */
type MarkdownOptions = {
  /** Level of a heading with a single # among the headings around the text: 3 for an h3. */
  readonly topLevel: number;
  /** On a page of its own headings open sections and have anchors; in a note they are lines in bold. */
  readonly headings: "page" | "note";
  readonly addressOf: AddressOf;
};
