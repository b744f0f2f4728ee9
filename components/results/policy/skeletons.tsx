import { Sheet } from "#components/ui/sheet.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import * as t from "#messages/policy.ts";

/** The policy's sections while they are loading. */
export function PolicySkeleton() {
  return (
    <div className="grid gap-6">
      <RulesSkeleton what={t.theChanges()} rows={6} />
      <div className="grid gap-6 lg:grid-cols-2">
        <FigureSkeleton />
        <FigureSkeleton />
      </div>
    </div>
  );
}

/** A chart in its final size while its numbers are loading. */
function FigureSkeleton() {
  return (
    <Sheet
      ruled
      role="status"
      aria-label={t.loadingChart()}
      className="grid min-h-[29rem] content-start gap-4 px-4 py-4 md:px-6"
    >
      <Skeleton className="h-11 w-2/3" />
      <Skeleton className="h-[246px]" />
      <Skeleton className="h-20" />
    </Sheet>
  );
}

/** The table of rules or verdicts while it is loading, with rows of the final height. */
export function RulesSkeleton({ what = t.theRules(), rows = 11 }: { what?: string; rows?: number }) {
  return (
    <Sheet ruled role="status" aria-label={t.loading({ what })} className="grid gap-3 px-4 py-4 md:px-6">
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <Skeleton key={row} className="h-8" />
      ))}
    </Sheet>
  );
}
