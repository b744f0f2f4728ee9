"use client";

import { useEffect, useState } from "react";
import type { News } from "./news.ts";
import { Slip } from "./slip.tsx";

/** Message about an event while a page is open. */
export function NewsSlip({
  studyId,
  news,
  onDismiss,
}: {
  studyId: string;
  news: News | null;
  onDismiss: () => void;
}) {
  const words = useNewsWords(news);
  return (
    <Slip tone="info" title={news && words?.newsTitle(news)} onDismiss={onDismiss}>
      {news && words?.restOf(studyId, news)}
    </Slip>
  );
}

/** Loads the texts with the first message: most pages are left before there is one. */
function useNewsWords(news: News | null) {
  const [words, setWords] = useState<typeof import("./news-words.tsx") | null>(null);
  useEffect(() => {
    if (news === null || words !== null) return;
    // Without a connection there is no message either; the next one tries again.
    import("./news-words.tsx").then(setWords, () => undefined);
  }, [news, words]);
  return words;
}
