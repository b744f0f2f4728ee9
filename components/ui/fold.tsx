"use client";

import { type ReactNode, useState } from "react";

/** Section that most people can skip. Once open it stays so until the user closes it. */
export function Fold({
  label,
  isOpenAtFirst = false,
  isLazy = false,
  children,
}: {
  label: ReactNode;
  isOpenAtFirst?: boolean;
  /** Whether the content is rendered only while open, because it requests data or is large. */
  isLazy?: boolean;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <details
      className="[details[open]+&]:mt-5"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="min-h-9 w-fit cursor-pointer py-1.5 text-sm font-[560]">{label}</summary>
      {(isOpen || !isLazy) && <div className="pt-2">{children}</div>}
    </details>
  );
}
