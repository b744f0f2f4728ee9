import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";

/** The only container. `ruled` if it is the main content of the page. */
export function Sheet({ ruled = false, className, ...rest }: { ruled?: boolean } & ComponentProps<"div">) {
  return (
    <div
      className={classNames(
        "break-inside-avoid rounded-sm border border-hair bg-sheet has-[table]:break-inside-auto",
        ruled && "rounded-t-none border-t-2 border-t-rule",
        className,
      )}
      {...rest}
    />
  );
}

export function SheetBody({ className, ...rest }: ComponentProps<"div">) {
  return <div className={classNames("px-4 py-5 md:px-6", className)} {...rest} />;
}

/** A sheet without content yet, with a sentence that says so. */
export function EmptySheet({ children }: { children: ReactNode }) {
  return (
    <Sheet>
      <SheetBody className="max-w-measure text-ink-2">{children}</SheetBody>
    </Sheet>
  );
}

export function SheetHeader({ className, ...rest }: ComponentProps<"header">) {
  return (
    <header
      className={classNames(
        "flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-4 pt-4 pb-3 md:px-6",
        className,
      )}
      {...rest}
    />
  );
}

export function SheetFooter({ className, ...rest }: ComponentProps<"footer">) {
  return (
    <footer
      className={classNames("border-t border-hair px-4 py-3 text-sm text-ink-2 md:px-6", className)}
      {...rest}
    />
  );
}

/** Section of a form or a page: its name in the margin, its content to the right. */
export function Section({
  title,
  id,
  note,
  children,
}: {
  title: string;
  /** Anchor for links. */
  id?: string;
  note?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section
      id={id}
      className="grid gap-4 border-t-2 border-rule pt-5 pb-10 lg:grid-cols-[var(--margin-col)_minmax(0,1fr)] lg:gap-8"
    >
      <div>
        <h2>{title}</h2>
        {note && <p className="mt-1 max-w-measure text-sm text-ink-2">{note}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
