"use client";

import { type ReactNode, useState } from "react";

/** What most people can pass over. Once open it stays so until it is folded by hand. */
export function Fold({
  label,
  isOpenAtFirst = false,
  isLazy = false,
  children,
}: {
  label: ReactNode;
  isOpenAtFirst?: boolean;
  /** What is folded is there only while it is open: for what asks the server, or is much. */
  isLazy?: boolean;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-9 w-fit cursor-pointer py-1.5 text-sm font-[560]">{label}</summary>
      {(isOpen || !isLazy) && <div className="pt-2">{children}</div>}
    </details>
  );
}
