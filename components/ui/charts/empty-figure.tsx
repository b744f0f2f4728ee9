import { FigureHead } from "./chart-figure.tsx";
import type { NumberKind } from "./kind-badge.tsx";

/** Empty state of a chart: its place, and when its first point will appear. */
export function EmptyFigure({
  title,
  note,
  kind,
  children,
}: {
  title: string;
  note: string;
  kind: NumberKind;
  children: React.ReactNode;
}) {
  return (
    <figure className="min-w-0 rounded-b-sm border border-t-2 border-hair border-t-rule bg-sheet px-4 py-4 md:px-6">
      <FigureHead title={title} note={note} kind={kind} />
      <p className="mt-4 grid h-[246px] content-center border-y border-hair bg-sunken px-6 text-ink-2">
        {children}
      </p>
    </figure>
  );
}
