"use client";

import { useRouter } from "next/navigation";
import { NewsSlip } from "./news-slip.tsx";
import { useRoundNews } from "./use-round-news.ts";
import type { Change } from "./use-study-events.ts";

/** Refreshes an auditor's read-only pages after an event, and says why. */
export function RoundNews({ studyId, shown }: { studyId: string; shown?: Change["round"] }) {
  const router = useRouter();
  const { news, dismiss } = useRoundNews(studyId, shown, () => router.refresh());
  return <NewsSlip studyId={studyId} news={news} onDismiss={dismiss} />;
}
