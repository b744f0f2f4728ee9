import { type Block, type Inline, parseMarkdown } from "./parse.ts";

/** Text that an operator wrote. It becomes elements, never HTML, so nothing in it can run. */
export function Markdown({ source }: { source: string }) {
  return (
    <div className="grid gap-2">
      {keyed(parseMarkdown(source)).map(({ key, value }) => (
        <MarkdownBlock key={key} block={value} />
      ))}
    </div>
  );
}

function MarkdownBlock({ block }: { block: Block }) {
  if (block.kind === "heading") {
    return (
      <p className="font-[620]">
        <Line parts={block.text} />
      </p>
    );
  }
  if (block.kind === "paragraph") {
    return (
      <p>
        <Line parts={block.text} />
      </p>
    );
  }
  const List = block.isOrdered ? "ol" : "ul";
  return (
    <List className={`grid gap-1 pl-5 marker:text-ink-3 ${block.isOrdered ? "list-decimal" : "list-disc"}`}>
      {keyed(block.items).map(({ key, value }) => (
        <li key={key}>
          <Line parts={value} />
        </li>
      ))}
    </List>
  );
}

function Line({ parts }: { parts: readonly Inline[] }) {
  return keyed(parts).map(({ key, value }) => <Part key={key} part={value} />);
}

function Part({ part }: { part: Inline }) {
  switch (part.kind) {
    case "strong":
      return <strong>{part.text}</strong>;
    case "emphasis":
      return <em>{part.text}</em>;
    case "code":
      return <code className="font-mono text-[0.92em]">{part.text}</code>;
    case "link":
      return (
        <a href={part.href} rel="noreferrer noopener" target="_blank">
          {part.text}
        </a>
      );
    default:
      return part.text;
  }
}

/** The text never changes while it is shown, so its places are good keys. */
function keyed<T>(values: readonly T[]): { key: number; value: T }[] {
  return values.map((value, key) => ({ key, value }));
}
