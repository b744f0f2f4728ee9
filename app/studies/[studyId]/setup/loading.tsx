import { Main } from "#components/ui/page.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

export default function SetupLoading() {
  return (
    <Main>
      <div role="status" aria-label="The draft is being loaded">
        <Skeleton className="mb-2 h-5 w-48" />
        <Skeleton className="mb-4 h-9 w-96 max-w-full" />
        <Skeleton className="mb-8 h-9 w-full max-w-measure" />
        <Skeleton className="mb-8 h-48 w-full" />
        <Skeleton className="h-64 w-full" />
      </div>
    </Main>
  );
}
