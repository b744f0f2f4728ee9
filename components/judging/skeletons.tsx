import { Caption, CaptionBox } from "#components/ui/caption.tsx";
import { Main } from "#components/ui/page.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import * as common from "#messages/common.ts";
import * as t from "#messages/judging.ts";

/** Caption of a page about a round while it is loading. */
function CaptionSkeleton() {
  return (
    <Caption label={t.roundInShort()} oneLine>
      <SkeletonBoxes labels={[common.study(), t.closes(), t.yourVerdicts()]} />
    </Caption>
  );
}

function SkeletonBoxes({ labels }: { labels: readonly string[] }) {
  return labels.map((label) => (
    <CaptionBox key={label} label={label}>
      <Skeleton className="h-[1.375rem] w-20 md:w-32" />
    </CaptionBox>
  ));
}

/** The queue while loading: table, question, three buttons and the sidebar in their places. */
export function JudgingSkeleton() {
  return (
    <>
      <CaptionSkeleton />
      <div
        role="status"
        aria-label={t.loadingPairs()}
        className="mx-auto grid w-full max-w-page flex-1 items-start gap-8 px-4 pt-3 pb-6 md:px-6 md:pt-5 lg:grid-cols-[minmax(0,1fr)_var(--rail)]"
      >
        <div>
          <Skeleton className="mb-2 h-9 w-40" />
          <Skeleton className="h-96" />
          <Skeleton className="mt-4 h-7 w-2/3" />
          <div className="mt-3 grid grid-cols-3 gap-3">
            <Skeleton className="h-14" />
            <Skeleton className="h-14" />
            <Skeleton className="h-14" />
          </div>
        </div>
        <div className="grid gap-8">
          <Skeleton className="h-72" />
          <Skeleton className="h-40" />
        </div>
      </div>
    </>
  );
}

/** A part of a page that loads after the rest. */
export function PartSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label}>
      <Skeleton className="h-40" />
    </div>
  );
}

/** A page of one column, such as a receipt or a result, while loading. */
export function PaperSkeleton({ label }: { label: string }) {
  return (
    <>
      <CaptionSkeleton />
      <Main>
        <div role="status" aria-label={label} className="grid gap-8">
          <Skeleton className="h-9 w-96 max-w-full" />
          <Skeleton className="h-72 max-w-[46rem]" />
        </div>
      </Main>
    </>
  );
}

/** The open round and a table while loading. */
export function RoundsSkeleton() {
  return (
    <>
      <Caption label={common.studyInShort()}>
        <SkeletonBoxes labels={[common.study(), common.yourRole()]} />
      </Caption>
      <Main>
        <div role="status" aria-label={t.loadingRounds()} className="grid gap-8">
          <Skeleton className="h-9 w-48" />
          <Skeleton className="h-52" />
          <Skeleton className="h-64" />
        </div>
      </Main>
    </>
  );
}
