"use client";

import { type ReactNode, useState } from "react";

/** What most people can pass over. Once open it stays so until it is folded by hand. */
export function Fold({
  label,
  isOpenAtFirst = false,
  children,
}: {
  label: ReactNode;
  isOpenAtFirst?: boolean;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-9 w-fit cursor-pointer py-1.5 text-sm font-[560]">{label}</summary>
      <div className="pt-2">{children}</div>
    </details>
  );
}
