"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { LinkTable } from "./link-table.tsx";

type Invitation = {
  ref: string;
  purpose: "join" | "reset-password";
  role: "administrator" | "operator" | "auditor" | "researcher" | null;
  email: string | null;
  studyName: string | null;
  inviterName: string | null;
  expiresAt: number;
};

export function InvitationList({ invitations }: { invitations: Invitation[] }) {
  const router = useRouter();
  const withdraw = useMutation(
    useTRPC().accounts.withdrawInvitation.mutationOptions({ onSettled: () => router.refresh() }),
  );
  if (invitations.length === 0) return <p className="text-ink-2">No link is waiting to be used.</p>;
  const links = invitations.map((invitation) => ({
    ...invitation,
    facts: [purposeOf(invitation), invitation.inviterName ?? "this server"],
  }));
  return (
    <LinkTable
      facts={["What", "Made by"]}
      links={links}
      withdrawal={withdraw}
      onWithdraw={(ref) => withdraw.mutate({ ref })}
    />
  );
}

function purposeOf({ purpose, role, studyName }: Invitation): string {
  if (purpose === "reset-password") return "New password";
  return studyName === null ? `Join as ${role}` : `Join ${studyName} as ${role}`;
}
