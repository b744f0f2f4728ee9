"use client";

import { useTRPC } from "#components/ui/api/provider.tsx";
import { useChange } from "#components/ui/api/use-change.ts";
import { Button } from "#components/ui/button.tsx";
import { Email } from "#components/ui/email.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { actions, TableSheet } from "#components/ui/table.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/administration.ts";
import * as links from "#messages/invitations.ts";
import type { Outputs } from "#server/http/outputs.ts";

type Invitation = Outputs["accounts"]["invitations"]["links"][number];

/** Table of unused links, each with a button that withdraws it. */
export function InvitationList({ invitations }: { invitations: readonly Invitation[] }) {
  const withdraw = useChange(useTRPC().accounts.withdrawInvitation);
  if (invitations.length === 0) return <p className="text-ink-2">{t.noLinks()}</p>;
  return (
    <div className="grid gap-4">
      <TableSheet
        caption={links.waitingLinks()}
        rows={invitations}
        keyOf={({ ref }) => ref}
        columns={[
          [links.forWhom(), ({ email }) => (email === null ? links.itsHolder() : <Email address={email} />)],
          [t.what(), purposeOf],
          [t.madeBy(), ({ inviterName }) => inviterName ?? t.byThisServer()],
          [links.worksUntilColumn(), ({ expiresAt }) => <LocalTime at={expiresAt} />],
          [
            links.withdrawIt(),
            ({ ref, email }) => (
              <span>
                <Button
                  small
                  busy={withdraw.isPending}
                  aria-label={links.withdrawFor({ email: email ?? links.itsHolder() })}
                  onClick={() => withdraw.mutate({ ref })}
                >
                  {links.withdraw()}
                </Button>
              </span>
            ),
            actions,
          ],
        ]}
      />
      <ErrorNotice error={withdraw.error} />
    </div>
  );
}

function purposeOf({ purpose, role, studyName }: Invitation): string {
  if (purpose === "reset-password") return t.newPassword();
  if (purpose === "change-email") return t.newEmail();
  const as = { role: role ?? "member" } as const;
  return studyName === null ? t.joinAs(as) : t.joinStudyAs({ ...as, study: studyName });
}
