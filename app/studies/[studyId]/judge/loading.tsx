import { Main } from "#components/ui/page.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

export default function Loading() {
  return (
    <Main>
      <div role="status" aria-label="Loading your rounds" className="grid gap-8">
        <Skeleton className="h-9 w-48" />
        <Skeleton className="h-52" />
        <Skeleton className="h-64" />
      </div>
    </Main>
  );
}
