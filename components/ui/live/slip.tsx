"use client";

import { X } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/live.ts";

/**
 * Message above the page, where nothing moves; it is read out politely. It never takes the focus. Escape dismisses it
 * from anywhere; after its close button, the focus returns to where it was. Without a title there is no message. On a
 * phone it is small, so that it covers only the heading of what is judged.
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
      className="print:hidden fixed inset-x-1 top-0.5 z-5 md:inset-x-2 md:top-2 md:start-auto md:w-[27rem]"
    >
      {isUp && (
        <Notice
          tone={tone}
          title={title}
          className="shadow-lg max-md:grid-cols-1 max-md:py-1 max-md:ps-2 max-md:pe-10 max-md:text-xs max-md:[&>svg]:hidden"
        >
          <span className="md:flex md:flex-wrap md:items-center md:gap-x-4 md:gap-y-1">
            <span className="me-auto">{children}</span>
            <Button
              small
              className="max-md:absolute max-md:end-1 max-md:top-1 max-md:border-transparent max-md:px-2"
              onClick={() => {
                onDismiss();
                cameFrom.current?.focus({ preventScroll: true });
              }}
            >
              <X aria-hidden className="md:hidden" />
              <span className="max-md:sr-only">{t.dismiss()}</span>
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
