import { Main } from "#components/ui/page.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

/** Stands where the step will be while the draft is read. */
export function SetupSkeleton() {
  return (
    <>
      <div className="border-b-2 border-rule bg-sheet">
        <div className="mx-auto h-14 max-w-page" />
      </div>
      <Main>
        <div role="status" aria-label="The draft is being read">
          <Skeleton className="mb-2 h-6 w-24" />
          <h1 className="mb-4">New study</h1>
          <Skeleton className="mb-8 h-9 w-full max-w-measure" />
          <Skeleton className="mb-8 h-48 w-full" />
          <Skeleton className="h-64 w-full" />
        </div>
      </Main>
    </>
  );
}
