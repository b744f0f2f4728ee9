"use client";

import { Download } from "lucide-react";
import { type ComponentType, type MouseEvent, type ReactNode, useRef, useState } from "react";
import { buttonClass } from "#components/ui/button.tsx";

type Props = {
  readonly href: string;
  /** Whether the server requires a confirmation of identity before it gives the file. */
  readonly asks?: boolean;
  readonly children: ReactNode;
};
type Running = ComponentType<{
  href: string;
  asks: boolean;
  onSaved: () => void;
  onEnd: () => void;
}>;

/**
 * Link to a file. The page downloads the file itself, shows the progress and can resume an interrupted download; the
 * code for this is loaded when needed. Without that code, or with a modifier key held, it is a plain link.
 */
export function FileDownload({ href, asks = false, children }: Props) {
  const link = useRef<HTMLAnchorElement>(null);
  const [begun, setBegun] = useState<{ Running: Running; count: number; isSaved: boolean } | null>(null);
  const begin = async (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (begun !== null && !begun.isSaved) return;
    const file = await import("./running-download.tsx").catch(() => null);
    if (file === null) return location.assign(href);
    setBegun({ Running: file.RunningDownload, count: (begun?.count ?? 0) + 1, isSaved: false });
  };
  const end = () => {
    setBegun(null);
    link.current?.focus();
  };
  return (
    <>
      <a ref={link} className={buttonClass()} href={href} download onClick={begin}>
        <Download aria-hidden /> {children}
      </a>
      {begun && (
        <begun.Running
          key={begun.count}
          {...{ href, asks }}
          onSaved={() => setBegun({ ...begun, isSaved: true })}
          onEnd={end}
        />
      )}
    </>
  );
}
