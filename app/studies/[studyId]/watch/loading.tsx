import { Main } from "#components/ui/page.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { FigureSkeleton, RulesSkeleton } from "#components/watching/skeletons.tsx";

export default function Loading() {
  return (
    <Main>
      <Skeleton className="mb-8 h-20 w-96 max-w-full" />
      <div className="grid gap-6 lg:grid-cols-2">
        <FigureSkeleton />
        <FigureSkeleton />
        <FigureSkeleton />
        <FigureSkeleton />
      </div>
      <div className="mt-10">
        <RulesSkeleton />
      </div>
    </Main>
  );
}
