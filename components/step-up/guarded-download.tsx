"use client";

import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { useTRPC } from "#components/api/provider.tsx";
import { refusalOf } from "#components/api/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";

/** A file for which the server wants to know who is there: it asks first, since no script can repeat a download. */
export function GuardedDownload({ href, children }: { href: string; children: ReactNode }) {
  const confirm = useMutation(
    useTRPC().factors.confirm.mutationOptions({ onSuccess: () => location.assign(href) }),
  );
  return (
    <>
      <Button busy={confirm.isPending} onClick={() => confirm.mutate({})}>
        <Download aria-hidden /> {children}
      </Button>
      {confirm.error && (
        <Notice tone="bad" className="basis-full" title={refusalOf(confirm.error).message} live />
      )}
    </>
  );
}
