import type { ReactNode } from "react";
import { classNames } from "#components/ui/class-names.ts";
import * as t from "#messages/controls.ts";
import { Heading } from "./heading.tsx";
import { keyed } from "./keyed.ts";
import { Line } from "./line.tsx";
import type { MarkdownOptions } from "./options.ts";
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
