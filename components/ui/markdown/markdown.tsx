import { Fragment, type ReactNode } from "react";
import { classNames } from "#components/ui/class-names.ts";
import { Link } from "#components/ui/link.tsx";
import * as t from "#messages/controls.ts";
import type { AddressOf } from "./addresses.ts";
import { keyed } from "./keyed.ts";
import type { Part } from "./parse.ts";
import { MarkdownTable } from "./table.tsx";
import { Wide } from "./wide.tsx";

type Props = { parts: readonly Part[]; options: MarkdownOptions };
type OneProps = { part: Part; options: MarkdownOptions };

/** A text in Markdown. It becomes elements, never HTML, so no code in it can run. */
export function Markdown({ parts, options }: Props) {
  return keyed(parts).map(({ key, value }) => <One key={key} part={value} options={options} />);
}

function One({ part, options }: OneProps): ReactNode {
  const { kind, text, href = "" } = part;
  const { addressOf } = options;
  const inside = <Markdown parts={part.inside} options={options} />;
  switch (kind) {
    case "paragraph":
      return <p>{inside}</p>;
    case "heading":
      return <Heading {...{ part, options }} />;
    case "bullet_list":
    case "ordered_list":
      return <List {...{ part, options }} />;
    case "blockquote":
      return <blockquote className="space-y-2 border-s-4 border-hair ps-3 text-ink-2">{inside}</blockquote>;
    case "code":
      return (
        <Wide
          label={t.codeIn({ language: part.language || "none" })}
          className="border border-hair bg-sunken px-3 py-2"
        >
          <pre className="font-mono text-[0.875em]">
            <code>{text}</code>
          </pre>
        </Wide>
      );
    case "table":
      return <MarkdownTable table={part} draw={(parts) => <Markdown {...{ parts, options }} />} />;
    case "hr":
      return <hr className="border-hair" />;
    case "text":
      return text;
    case "hardbreak":
      return <br />;
    case "code_inline":
      return <InlineCode text={text} />;
    case "strong":
      return <strong>{inside}</strong>;
    case "em":
      return <em>{inside}</em>;
    case "link":
      return <Leading to={addressOf(href)}>{inside}</Leading>;
    case "image": {
      const address = addressOf(href);
      if (address?.startsWith("/")) return <Picture address={address} text={text} />;
      // A link, so that other servers do not learn who reads this.
      return <Leading to={address}>{text}</Leading>;
    }
    default:
      throw new Error(`no such part of a text: ${kind}`);
  }
}

/** Code in a sentence. A path or a list that does not fit on a line breaks after a slash or a comma. */
function InlineCode({ text }: { text: string }) {
  return (
    <code className="font-mono text-[0.92em]">
      {keyed(text.split(/(?<=[^\s/][/,])(?=.)/)).map(({ key, value }) => (
        <Fragment key={key}>
          {key > 0 && <wbr />}
          {value}
        </Fragment>
      ))}
    </code>
  );
}

/** A link, or the words alone if the target is not allowed. */
function Leading({ to, children }: { to: string | null; children: ReactNode }) {
  if (to === null) return children;
  if (to.startsWith("/")) return <Link href={to}>{children}</Link>;
  if (to.startsWith("#")) return <a href={to}>{children}</a>;
  return (
    <a href={to} rel="noreferrer noopener" target="_blank">
      {children}
    </a>
  );
}

function List({ part: { number, inside: items }, options }: OneProps) {
  const isTight = items.every(({ inside }) =>
    inside.every(({ kind, isTight }) => kind !== "paragraph" || isTight),
  );
  const gap = isTight ? "space-y-1" : "space-y-2";
  const children = keyed(items).map(({ key, value: { inside } }) => (
    <li key={key} className={gap}>
      <Markdown parts={inside} options={options} />
    </li>
  ));
  const className = classNames(gap, "ps-6 marker:text-ink-3");
  if (number === undefined) return <ul className={classNames(className, "list-disc")}>{children}</ul>;
  return (
    <ol className={classNames(className, "list-decimal")} {...(number !== 1 && { start: number })}>
      {children}
    </ol>
  );
}

const looks = {
  page: ["mt-6 border-t-2 border-rule pt-4", "mt-6 border-t-2 border-rule pt-4", "mt-2"],
  note: ["text-[1.125em] font-[640]", "text-[1em] font-[640]", "text-[1em] font-[560] text-ink-2"],
} as const;

/** Heading of a text, always below the level of the headings around the text. */
function Heading({ part: { number: level = 1, anchor, inside }, options }: OneProps) {
  const { topLevel, headings } = options;
  const Tag = `h${Math.min(6, topLevel + level - 1)}` as "h1" | "h2" | "h3" | "h4" | "h5" | "h6";
  const look = looks[headings];
  return (
    <Tag id={headings === "page" ? anchor : undefined} className={look[level - 1] ?? look[2]}>
      <Markdown parts={inside} options={options} />
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

/** Width and height in pixels of the pictures of docs/screens, by the size in their names (tests/screens.ts). */
const sizes = { wide: [896, 630], narrow: [252, 560] } as const;

/** A picture of docs/screens. Its size is known before it has loaded, so that nothing moves. */
function Picture({ address, text }: { address: string; text: string }) {
  const [width, height] = sizes[address.includes("-narrow-") ? "narrow" : "wide"];
  return (
    // biome-ignore lint/performance/noImgElement: the pictures are small, and this server resizes none
    <img
      src={address}
      alt={text}
      width={width}
      height={height}
      loading="lazy"
      className="h-auto max-w-full rounded-sm border border-edge"
    />
  );
}
