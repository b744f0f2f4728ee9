import type { ReactNode } from "react";
import { Caption, CaptionBox } from "#components/ui/caption.tsx";
import { Main } from "#components/ui/page.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

/** A page of figures while it is loading. */
export function FiguresSkeleton({
  label,
  boxes,
  figures,
  children,
}: {
  /** Label of the caption, and the names of its boxes. */
  label: string;
  boxes: readonly string[];
  figures: readonly string[];
  children?: ReactNode;
}) {
  return (
    <>
      <Caption label={label}>
        {boxes.map((box) => (
          <CaptionBox key={box} label={box}>
            <Skeleton className="h-[1.375rem] w-20" />
          </CaptionBox>
        ))}
      </Caption>
      <Main>
        <Skeleton className="mb-8 h-[7.75rem] w-96 max-w-full" />
        <div className="grid gap-6 lg:grid-cols-2">
          {figures.map((figure) => (
            <FigureSkeleton key={figure} />
          ))}
        </div>
        {children}
      </Main>
    </>
  );
}

export function WatchSkeleton() {
  return (
    <FiguresSkeleton
      label="The study in short"
      boxes={["Study", "Outcomes", "Your role", "Updates"]}
      figures={["reports", "entropy", "loss", "picked"]}
    >
      <div className="mt-10">
        <RulesSkeleton />
      </div>
    </FiguresSkeleton>
  );
}

/** A chart in its final size while its numbers are loading. */
export function FigureSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading a chart"
      className="grid min-h-[29rem] content-start gap-4 rounded-b-sm border border-t-2 border-hair border-t-rule bg-sheet px-4 py-4 md:px-6"
    >
      <Skeleton className="h-11 w-2/3" />
      <Skeleton className="h-[246px]" />
      <Skeleton className="h-20" />
    </div>
  );
}

/** The table of rules or verdicts while it is loading, with rows of the final height. */
export function RulesSkeleton({ what = "the rules", rows = 11 }: { what?: string; rows?: number }) {
  return (
    <div
      role="status"
      aria-label={`Loading ${what}`}
      className="grid gap-3 rounded-b-sm border border-t-2 border-hair border-t-rule bg-sheet px-4 py-4 md:px-6"
    >
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <Skeleton key={row} className="h-8" />
      ))}
    </div>
  );
}
