"use client";

import { useRouter } from "next/navigation";
import { NewsSlip } from "./news-slip.tsx";
import { useRoundNews } from "./use-round-news.ts";
import type { Change } from "./use-study-events.ts";

/** For an auditor's pages that only read: they are drawn again, and it is said why. */
export function RoundNews({ studyId, shown }: { studyId: string; shown?: Change["round"] }) {
  const router = useRouter();
  const { news, dismiss } = useRoundNews(studyId, shown, () => router.refresh());
  return <NewsSlip studyId={studyId} news={news} onDismiss={dismiss} />;
}
