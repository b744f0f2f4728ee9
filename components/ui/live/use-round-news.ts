"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type KnownState, type News, newsBetween } from "./news.ts";
import { type Change, type Connection, useStudyEvents } from "./use-study-events.ts";

const REFRESH_MS = 30_000;

/**
 * Returns events that an auditor should be notified of while a page is open.
 *
 * @param shown the round with which the page was rendered, if it was the auditor's newest one; left out if it can no
 *   longer change
 * @param lookAgain updates the page: after an event, and regularly while the connection is lost
 */
export function useRoundNews(
  studyId: string,
  shown: Change["round"] | undefined,
  lookAgain: (news: News | null) => void,
) {
  const last = useRef<KnownState>(undefined);
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
  usePolling(connection, () => lookAgain(null));
  // After the role is lost too, no new data may be shown: the page stays as it is.
  const shownNews: News | null = connection === "put-out" ? { kind: "unseated" } : news;
  return { news: shownNews, dismiss: () => setNews(null) };
}

function usePolling(connection: Connection, ask: () => void): void {
  const asked = useEffectEvent(ask);
  useEffect(() => {
    if (connection !== "lost" && connection !== "too-many-pages") return;
    const timer = setInterval(() => document.visibilityState === "visible" && asked(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [connection]);
}
