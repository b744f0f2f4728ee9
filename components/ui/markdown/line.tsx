import type { ReactNode } from "react";
import { Link } from "#components/ui/link.tsx";
import type { AddressOf } from "./addresses.ts";
import { keyed } from "./keyed.ts";
import { Picture } from "./picture.tsx";
import type { Inline } from "./tree.ts";

/** Inline content of a paragraph, a heading or a cell. */
export function Line({ inline, addressOf }: { inline: readonly Inline[]; addressOf: AddressOf }) {
  return keyed(inline).map(({ key, value }) => <Part key={key} part={value} addressOf={addressOf} />);
}

function Part({ part, addressOf }: { part: Inline; addressOf: AddressOf }): ReactNode {
  switch (part.kind) {
    case "text":
      return part.text;
    case "code":
      return <code className="font-mono text-[0.92em]">{part.text}</code>;
    case "strong":
      return (
        <strong>
          <Line inline={part.inline} addressOf={addressOf} />
        </strong>
      );
    case "emphasis":
      return (
        <em>
          <Line inline={part.inline} addressOf={addressOf} />
        </em>
      );
    case "link":
      return (
        <Leading to={addressOf(part.href)}>
          <Line inline={part.inline} addressOf={addressOf} />
        </Leading>
      );
    case "image": {
      const address = addressOf(part.href);
      if (address?.startsWith("/")) return <Picture address={address} text={part.text} />;
      // A link, so that other servers do not learn who reads this.
      return <Leading to={address}>{part.text}</Leading>;
    }
    case "break":
      return <br />;
  }
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
