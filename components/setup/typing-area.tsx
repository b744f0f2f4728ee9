"use client";

import type { ReactNode } from "react";
import { useDraft } from "./draft-context.tsx";

/** Reports while one of its fields is being typed in. */
export function TypingArea({ children }: { children: ReactNode }) {
  const { setTyping } = useDraft();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens to events of its fields
    <div onInput={({ target }) => isText(target) && setTyping(true)} onBlur={() => setTyping(false)}>
      {children}
    </div>
  );
}

function isText(target: EventTarget): boolean {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && !["checkbox", "radio", "file"].includes(target.type);
}
