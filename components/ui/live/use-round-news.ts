"use client";

import { useEffect, useRef, useState } from "react";
import { type Known, type News, newsBetween } from "./news.ts";
import { type Change, type Connection, useStudyEvents } from "./use-study-events.ts";

const ASK_AGAIN_MS = 30_000;

/**
 * What an auditor should know of while a page is open.
 *
 * @param shown the round the page was drawn with, if that was the newest own one then; left out where it cannot change
 *   any more
 * @param lookAgain brings the page up to date: after news, and now and then while the connection is lost
 */
export function useRoundNews(
  studyId: string,
  shown: Change["round"] | undefined,
  lookAgain: (news: News | null) => void,
) {
  const last = useRef<Known>(undefined);
  const [news, setNews] = useState<News | null>(null);
  const connection = useStudyEvents(studyId, ({ round, own }) => {
    if (own === null) return;
    const now = { round, ...own };
    const happened = newsBetween(last.current ?? { ...now, round: shown === undefined ? round : shown }, now);
    last.current = now;
    if (happened === null) return;
    setNews(happened);
    lookAgain(happened);
  });
  useAskingAgain(connection, () => lookAgain(null));
  // Whoever lost the role as well cannot be shown anything new: the page stays as it is.
  const shownNews: News | null = connection === "put-out" ? { kind: "unseated" } : news;
  return { news: shownNews, dismiss: () => setNews(null) };
}

function useAskingAgain(connection: Connection, ask: () => void): void {
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    if (connection !== "lost" && connection !== "crowded") return;
    const timer = setInterval(() => document.visibilityState === "visible" && latest.current(), ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [connection]);
}
