"use client";

import { useTRPC } from "#components/ui/api/provider.tsx";
import { useChange } from "#components/ui/api/use-change.ts";
import * as t from "#messages/administration.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { LinkTable } from "./link-table.tsx";

type Invitation = Outputs["accounts"]["invitations"]["links"][number];

export function InvitationList({ invitations }: { invitations: Invitation[] }) {
  const withdraw = useChange(useTRPC().accounts.withdrawInvitation);
  if (invitations.length === 0) return <p className="text-ink-2">{t.noLinks()}</p>;
  const links = invitations.map((invitation) => ({
    ...invitation,
    facts: [purposeOf(invitation), invitation.inviterName ?? t.byThisServer()],
  }));
  return (
    <LinkTable
      facts={[t.what(), t.madeBy()]}
      links={links}
      withdrawal={withdraw}
      onWithdraw={(ref) => withdraw.mutate({ ref })}
    />
  );
}

function purposeOf({ purpose, role, studyName }: Invitation): string {
  if (purpose === "reset-password") return t.newPassword();
  if (purpose === "change-email") return t.newEmail();
  const as = { role: role ?? "member" } as const;
  return studyName === null ? t.joinAs(as) : t.joinStudyAs({ ...as, study: studyName });
}
