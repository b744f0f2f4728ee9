import type { ReactNode } from "react";
import * as t from "#messages/controls.ts";

/** Details that only researchers need, such as symbols and formulas. Closed at first. */
export function ResearchDetails({
  about,
  isNamed = false,
  children,
}: {
  /** What the details are about, for screen readers. */
  about: string;
  /** Whether the heading shows what they are about, for details that are not next to it. */
  isNamed?: boolean;
  children: ReactNode;
}) {
  return (
    <details className="min-w-0">
      <summary className="min-h-9 w-fit cursor-pointer py-1.5 text-sm font-[560]">
        {t.detailsFor({
          about,
          hidden: (text) => <span className={isNamed ? undefined : "sr-only"}>{text}</span>,
        })}
      </summary>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2 pt-2">{children}</div>
    </details>
  );
}
