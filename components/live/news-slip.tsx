"use client";

import Link from "next/link";
import { type ReactNode, useEffect, useRef } from "react";
import { Moment } from "#components/time/moment.tsx";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { News } from "./news.ts";

/**
 * Says what happened while a page was open: above the page, where nothing moves for it, read out politely. It never takes
 * the focus; Escape puts it away from anywhere, and whoever does so with its button is led back.
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
  useEscape(news !== null, onDismiss);
  return (
    <div
      role="status"
      onFocus={({ relatedTarget, currentTarget }) => {
        if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
          cameFrom.current = relatedTarget;
      }}
      className="fixed inset-x-2 top-2 z-5 md:left-auto md:w-[27rem]"
    >
      {news && (
        <Notice tone="info" title={titleOf(news)} className="shadow-lg">
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="mr-auto">{restOf(studyId, news)}</span>
            <Button
              small
              onClick={() => {
                onDismiss();
                cameFrom.current?.focus({ preventScroll: true });
              }}
            >
              Dismiss
            </Button>
          </span>
        </Notice>
      )}
    </div>
  );
}

/** Before the page's own use of the key, and not while a dialog is open, which has it first. */
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

function titleOf(news: News): ReactNode {
  switch (news.kind) {
    case "opened":
      return `Round ${news.round} is open.`;
    case "closing":
      return `Round ${news.round} takes no ballots any more.`;
    case "closed":
      return `Round ${news.round} is closed.`;
    case "cancelled":
      return `Round ${news.round} was cancelled.`;
    case "deadline":
      return `Round ${news.round} has a new deadline.`;
    case "seated":
      return "You have a seat on the panel.";
    case "unseated":
      return "You have no seat on this panel any more.";
    case "guidelines":
      return `There are new guidelines, version ${news.version}.`;
  }
}

function restOf(studyId: string, news: News): ReactNode {
  switch (news.kind) {
    case "opened":
      return <Link href={`/studies/${studyId}/judge/${news.round}`}>Go to round {news.round}</Link>;
    case "closing":
      return "Its draw awaits a public number; the result follows.";
    case "closed":
      return <Link href={`/studies/${studyId}/judge/${news.round}/result`}>See the result</Link>;
    case "cancelled":
      return "Its ballots are never opened.";
    case "deadline":
      return (
        <>
          It closes <Moment at={news.deadlineAt} relative />.
        </>
      );
    case "seated":
      return "You judge from the next round on.";
    case "unseated":
      return "What you sealed in closed rounds stays in the record.";
    case "guidelines":
      return "They hold from the next round on.";
  }
}
