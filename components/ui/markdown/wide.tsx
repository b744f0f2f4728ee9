import type { ReactNode } from "react";
import { classNames } from "#components/ui/class-names.ts";

/** Container for content that may be wider than its place and then scrolls sideways on its own. */
export function Wide({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group is no landmark, of which a page would have too many
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways
      tabIndex={0}
      className={classNames("overflow-x-auto", className)}
    >
      {children}
    </div>
  );
}
