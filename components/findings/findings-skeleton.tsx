import { Caption, CaptionBox } from "#components/ui/caption.tsx";
import { Main } from "#components/ui/page.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { FigureSkeleton } from "#components/watching/skeletons.tsx";

/** The page of findings before anything is counted. */
export function FindingsSkeleton() {
  return (
    <>
      <Caption label="The findings in short">
        {["Docket", "Rounds closed", "Pairs", "Your role"].map((label) => (
          <CaptionBox key={label} label={label}>
            <Skeleton className="h-[1.375rem] w-20" />
          </CaptionBox>
        ))}
      </Caption>
      <Main>
        <Skeleton className="mb-8 h-[7.75rem] w-96 max-w-full" />
        <div className="grid gap-6 lg:grid-cols-2">
          {["reports", "fields", "agreement", "seats"].map((figure) => (
            <FigureSkeleton key={figure} />
          ))}
        </div>
      </Main>
    </>
  );
}
