import { type ComponentType, lazy, Suspense, useEffect } from "react";
import { Notice } from "#components/ui/notice.tsx";
import type { ReviewView } from "./review-view.tsx";
import { PartSkeleton } from "./skeletons.tsx";

type Props = Parameters<typeof ReviewView>[0];

const load = () => import("./review-view.tsx");

const Review = lazy(async (): Promise<{ default: ComponentType<Props> }> => {
  const file = await load().catch(() => null);
  return { default: file?.ReviewView ?? NotLoaded };
});

/** The review, which is no part of the page's first script: it comes with the first key or touch. */
export function LateReview(props: Props) {
  return (
    <Suspense fallback={<PartSkeleton label="Loading the review" />}>
      <Review {...props} />
    </Suspense>
  );
}

/** Fetches the review once somebody begins to judge, so that it is there when the connection is lost later. */
export function useEarlyReview(): void {
  useEffect(() => {
    const begun = new AbortController();
    const fetchIt = () => {
      begun.abort();
      load().catch(() => undefined);
    };
    for (const kind of ["keydown", "pointerdown"]) {
      addEventListener(kind, fetchIt, { signal: begun.signal });
    }
    return () => begun.abort();
  }, []);
}

function NotLoaded() {
  return (
    <Notice tone="warn" title="The review could not be loaded.">
      Your verdicts are kept. Load this page again once the connection is back.
    </Notice>
  );
}
