"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Link } from "#components/ui/link.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import * as t from "#messages/setup.ts";

type Draft = { id: string; name: string };

/** Drafts, each with links to continue and to discard it. Discarding needs one confirmation, on the same line. */
export function DraftList({ drafts }: { drafts: readonly Draft[] }) {
  const router = useRouter();
  const [confirming, setConfirming] = useState<string | null>(null);
  const discard = useMutation(
    useTRPC().drafts.discard.mutationOptions({
      onSettled: () => {
        setConfirming(null);
        router.refresh();
      },
    }),
  );
  return (
    <div className="grid gap-4">
      <Sheet>
        <ul>
          {drafts.map(({ id, name }) => (
            <li
              key={id}
              className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-hair px-4 py-2 last:border-b-0 md:px-6"
            >
              <Link href={`/studies/${id}/draft`} className="min-w-0 font-[620] break-words">
                {name}
              </Link>
              {confirming === id ? (
                <span className="flex flex-wrap items-center gap-2 text-sm">
                  {t.discardNote()}
                  <Button small disabled={discard.isPending} onClick={() => discard.mutate({ studyId: id })}>
                    {t.discardNow()}
                  </Button>
                  <Button small onClick={() => setConfirming(null)}>
                    {t.keep()}
                  </Button>
                </span>
              ) : (
                <Button small aria-label={t.discardDraft({ name })} onClick={() => setConfirming(id)}>
                  {t.discard()}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Sheet>
      <ErrorNotice error={discard.error} />
    </div>
  );
}
