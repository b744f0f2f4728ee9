import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

/**
 * Caption of a page: its facts in boxes, closed by a heavy rule. The first box takes the remaining width; below 1024 px
 * it has a row of its own, because the others can need the whole width.
 */
export function Caption({
  label,
  oneLine = false,
  children,
}: {
  label: string;
  /** One line without labels on small screens, where the page needs the height. The second box becomes narrow first. */
  oneLine?: boolean;
  children: ReactNode;
}) {
  return (
    <section aria-label={label} className="border-b-2 border-rule bg-sheet">
      <dl
        className={classNames(
          "mx-auto flex max-w-page px-4 max-lg:flex-wrap md:px-6 [&>:first-child]:flex-1 [&>:first-child]:border-s-0 [&>:first-child]:ps-0 max-lg:[&>:first-child]:flex-[0_0_100%] max-lg:[&>:nth-child(2)]:border-s-0 max-lg:[&>:nth-child(2)]:ps-0 [&>:last-child]:pe-0",
          // Where boxes wrap, the line is after a box, so that each row begins at the edge of the page.
          !oneLine &&
            "max-lg:[&>*]:border-s-0 max-lg:[&>*]:ps-0 max-lg:[&>:not(:first-child,:last-child)]:me-3 max-lg:[&>:not(:first-child,:last-child)]:border-e",
          oneLine &&
            "max-md:flex-nowrap max-md:[&>*]:px-2 max-md:[&>*]:py-1.5 max-md:[&>:first-child]:flex-[1_0_auto] max-md:[&>:nth-child(2)]:min-w-26 max-md:[&>:nth-child(2)]:shrink-[1000] max-md:[&_dt]:sr-only",
        )}
      >
        {children}
      </dl>
    </section>
  );
}

export function CaptionBox({
  label,
  optional = false,
  children,
}: {
  label: string;
  /** Left out on small screens. */
  optional?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      className={classNames(
        "min-w-0 border-s border-hair px-3 pt-1 pb-2 md:pt-2",
        optional && "max-md:hidden",
      )}
    >
      <dt className="text-xs text-ink-3">{label}</dt>
      <dd className="flex items-center gap-2 text-sm leading-[1.375rem] font-[560] whitespace-nowrap tabular-nums">
        {children}
      </dd>
    </div>
  );
}
