"use client";

import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";

type Props = {
  readonly href: string;
  /** Whether the server requires a confirmation of identity before it gives the file. */
  readonly asks?: boolean;
  readonly children: ReactNode;
};

/** Link to a file, which the browser downloads: it shows the progress, and can continue after an interruption. */
export function FileDownload({ href, asks = false, children }: Props) {
  const options = useTRPC().factors.confirm.mutationOptions({ onSuccess: () => location.assign(href) });
  const confirm = useMutation(options);
  const begin = (event: MouseEvent) => {
    if (!asks || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (!confirm.isPending) confirm.mutate({});
  };
  return (
    <>
      <a className={buttonClass()} href={href} onClick={begin}>
        <Download aria-hidden /> {children}
      </a>
      {confirm.error && (
        <div className="order-last min-w-0 basis-full">
          <ErrorNotice error={confirm.error} />
        </div>
      )}
    </>
  );
}
