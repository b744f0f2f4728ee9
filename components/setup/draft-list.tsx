"use client";

import { useTRPC } from "#components/ui/api/provider.tsx";
import { useChange } from "#components/ui/api/use-change.ts";
import { ConfirmButton } from "#components/ui/confirm-button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Link } from "#components/ui/link.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import * as t from "#messages/setup.ts";

type Draft = { id: string; name: string };

/** Drafts, each with a link to continue it and a button that deletes it. */
export function DraftList({ drafts }: { drafts: readonly Draft[] }) {
  const discard = useChange(useTRPC().drafts.discard);
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
              <ConfirmButton
                act={t.discard()}
                about={name}
                busy={discard.isPending}
                onConfirm={() => discard.mutate({ studyId: id })}
              >
                {t.discardNote()}
              </ConfirmButton>
            </li>
          ))}
        </ul>
      </Sheet>
      <ErrorNotice error={discard.error} />
    </div>
  );
}
