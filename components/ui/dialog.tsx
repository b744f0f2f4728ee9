"use client";

import { X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import * as t from "#messages/controls.ts";
import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";

/** Native dialog element: it keeps the focus inside, closes with Escape, and restores the focus. */
export function Dialog({
  title,
  isOpen,
  onClose,
  isWide = false,
  children,
}: {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** Whether it is wide enough for two cards next to each other. */
  isWide?: boolean;
  children: ReactNode;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (dialog === null || dialog.open === isOpen) return;
    if (isOpen) dialog.showModal();
    else dialog.close();
  }, [isOpen]);
  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      // Escape: the browser reports the close later, and a key pressed in between may already have opened it again.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        event.currentTarget.close();
        onClose();
      }}
      onClose={(event) => event.currentTarget.open || onClose()}
      // A click on the dialog element itself is outside its content.
      onClick={(event) => event.target === event.currentTarget && onClose()}
      onKeyDown={(event) => event.stopPropagation()}
      className={classNames(
        "m-auto max-w-[calc(100vw-2rem)] rounded-sm border border-edge bg-sheet p-0 text-ink shadow-pop backdrop:bg-[#0f121480]",
        isWide ? "w-[60rem]" : "w-[36rem]",
      )}
    >
      <div className="max-h-[calc(100dvh-4rem)] overflow-y-auto px-5 pt-4 pb-6 md:px-6">
        <div className="mb-4 flex items-center justify-between gap-4">
          <h2 id={titleId}>{title}</h2>
          <Button look="ghost" onClick={onClose} aria-label={t.close()}>
            <X aria-hidden />
          </Button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
