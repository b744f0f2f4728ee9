"use client";

import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/live.ts";

/**
 * Message above the page, where nothing moves; it is read out politely. It never takes the focus. Escape dismisses it
 * from anywhere; after its close button, the focus returns to where it was. Without a title there is no message.
 */
export function Slip({
  tone,
  title,
  onDismiss,
  children,
}: {
  tone: "info" | "warn";
  title: ReactNode;
  onDismiss: () => void;
  children: ReactNode;
}) {
  const cameFrom = useRef<HTMLElement>(null);
  const isUp = Boolean(title);
  useEscape(isUp, onDismiss);
  return (
    <div
      role="status"
      onFocus={({ relatedTarget, currentTarget }) => {
        if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
          cameFrom.current = relatedTarget;
      }}
      className="print:hidden fixed inset-x-2 top-2 z-5 md:start-auto md:w-[27rem]"
    >
      {isUp && (
        <Notice tone={tone} title={title} className="shadow-lg">
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="me-auto">{children}</span>
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

/** Handles Escape before the page's own handlers, except while a dialog is open, which has priority. */
function useEscape(isUp: boolean, onEscape: () => void): void {
  const escaped = useEffectEvent(onEscape);
  useEffect(() => {
    if (!isUp) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || document.querySelector("dialog[open]") !== null) return;
      event.stopPropagation();
      escaped();
    };
    addEventListener("keydown", onKeyDown, { capture: true });
    return () => removeEventListener("keydown", onKeyDown, { capture: true });
  }, [isUp]);
}
