"use client";

import { useEffect } from "react";
import type { News } from "#components/ui/live/news.ts";
import { NewsSlip } from "#components/ui/live/news-slip.tsx";
import { useRoundNews } from "#components/ui/live/use-round-news.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";

/** Listens for events while a round is judged, and announces those that the page itself does not show. */
export function LiveNews({
  studyId,
  initial,
  onNews,
  lookAgain,
}: {
  studyId: string;
  /** State with which the page was rendered. */
  initial: Judging;
  onNews: (news: News | null) => void;
  lookAgain: () => void;
}) {
  const shown = initial.round.closedAt === null ? initial.round : undefined;
  const { news, dismiss } = useRoundNews(studyId, shown, lookAgain);
  useEffect(() => onNews(news), [news, onNews]);
  // The page's notices show these anyway.
  const isSaid =
    news?.kind === "unseated" ||
    (news !== null && "round" in news && news.round === initial.round.number && news.kind !== "deadline");
  return <NewsSlip studyId={studyId} news={isSaid ? null : news} onDismiss={dismiss} />;
}
