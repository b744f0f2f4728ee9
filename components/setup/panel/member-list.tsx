"use client";

import { useTRPC } from "#components/ui/api/provider.tsx";
import { useChange } from "#components/ui/api/use-change.ts";
import { ConfirmButton } from "#components/ui/confirm-button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import * as t from "#messages/setupPanel.ts";

type Member = { readonly accountId: string; readonly displayName: string };

const follows = {
  operator: t.operatorEnds,
  researcher: t.researcherEnds,
  observer: t.observerEnds,
} as const;

/** Other members of the study. Each role can be ended, and given again by a new link. */
export function MemberList({
  studyId,
  kind,
  label,
  members,
  isOnly = false,
}: {
  studyId: string;
  kind: keyof typeof follows;
  label: string;
  members: readonly Member[];
  /** Whether this is the last operator, who must stay. */
  isOnly?: boolean;
}) {
  const end = useChange(useTRPC().panel.endMembership);
  if (members.length === 0) return <p className="text-ink-2">{t.noMembers()}</p>;
  return (
    <div className="grid gap-4">
      <Sheet>
        <ul aria-label={label}>
          {members.map(({ accountId, displayName }) => (
            <li
              key={accountId}
              className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-hair px-4 py-2 last:border-b-0 md:px-6"
            >
              <span className="font-[560]">{displayName}</span>
              {!isOnly && (
                <ConfirmButton
                  act={t.endRole()}
                  about={displayName}
                  busy={end.isPending}
                  onConfirm={() => end.mutate({ studyId, accountId })}
                >
                  {follows[kind]()}
                </ConfirmButton>
              )}
            </li>
          ))}
        </ul>
      </Sheet>
      <ErrorNotice error={end.error} />
    </div>
  );
}
