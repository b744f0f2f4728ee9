"use client";

import { useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/live.ts";
import type { News } from "./news.ts";

/**
 * Message about an event while a page is open. It is above the page, where nothing moves, and is read out politely.
 * It never takes the focus. Escape dismisses it from anywhere; after its close button, the focus returns to where it
 * was.
 */
export function NewsSlip({
  studyId,
  news,
  onDismiss,
}: {
  studyId: string;
  news: News | null;
  onDismiss: () => void;
}) {
  const cameFrom = useRef<HTMLElement>(null);
  const words = useNewsWords(news);
  useEscape(news !== null, onDismiss);
  return (
    <div
      role="status"
      onFocus={({ relatedTarget, currentTarget }) => {
        if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
          cameFrom.current = relatedTarget;
      }}
      className="print:hidden fixed inset-x-2 top-2 z-5 md:start-auto md:w-[27rem]"
    >
      {news && words && (
        <Notice tone="info" title={words.newsTitle(news)} className="shadow-lg">
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="me-auto">{words.restOf(studyId, news)}</span>
            <Button
              small
              onClick={() => {
                onDismiss();
                cameFrom.current?.focus({ preventScroll: true });
              }}
            >
              {t.dismiss()}
            </Button>
          </span>
        </Notice>
      )}
    </div>
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

/** Handles Escape before the page's own handlers, except while a dialog is open, which has priority. */
function useEscape(isUp: boolean, onEscape: () => void): void {
  const latest = useRef(onEscape);
  useEffect(() => {
    latest.current = onEscape;
  });
  useEffect(() => {
    if (!isUp) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || document.querySelector("dialog[open]") !== null) return;
      event.stopPropagation();
      latest.current();
    };
    addEventListener("keydown", onKeyDown, { capture: true });
    return () => removeEventListener("keydown", onKeyDown, { capture: true });
  }, [isUp]);
}
