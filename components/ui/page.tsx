import type { ReactNode } from "react";

/** Head of a page: its section, its only title, one sentence, and its actions. */
export function PageHead({
  title,
  crumb,
  lede,
  children,
}: {
  title: ReactNode;
  crumb?: ReactNode;
  lede?: ReactNode;
  /** Buttons, the main one last. */
  children?: ReactNode;
}) {
  return (
    <div className="mb-8 flex flex-wrap items-end justify-between gap-4">
      <div>
        {crumb && <p className="mb-2 flex items-center gap-2 text-sm text-ink-2">{crumb}</p>}
        <h1>{title}</h1>
        {lede && <p className="mt-2 max-w-measure text-lg text-ink-2">{lede}</p>}
      </div>
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
    </div>
  );
}

/** Container of every page: the target of the skip link, at most 1240 px wide. */
export function Main({ children, width = "page" }: { children: ReactNode; width?: "page" | "text" }) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto w-full max-w-page flex-1 px-4 pt-5 pb-10 outline-none md:px-6 md:pt-8 md:pb-12"
    >
      {width === "text" ? <div className="max-w-measure">{children}</div> : children}
    </main>
  );
}
