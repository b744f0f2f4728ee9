"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTRPC } from "#components/api/provider.tsx";
import { refusalOf } from "#components/api/refusal.ts";
import { Moment } from "#components/time/moment.tsx";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { Cell, Column, Row, RowHead, Table } from "#components/ui/table.tsx";

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
  const head = (
    <tr>
      <Column>For</Column>
      <Column>What</Column>
      <Column>Made by</Column>
      <Column>Works until</Column>
      <Column>
        <span className="sr-only">Withdraw it</span>
      </Column>
    </tr>
  );
  return (
    <div className="grid gap-4">
      <Sheet>
        <Table caption="Links that still work" head={head} fold>
          {invitations.map((invitation) => (
            <Row key={invitation.ref}>
              <RowHead className="break-all">{invitation.email ?? "Whoever holds it"}</RowHead>
              <Cell label="What">{purposeOf(invitation)}</Cell>
              <Cell label="Made by">{invitation.inviterName ?? "this server"}</Cell>
              <Cell label="Works until">
                <Moment at={invitation.expiresAt} />
              </Cell>
              <Cell className="md:text-right">
                <span>
                  <Button
                    small
                    busy={withdraw.isPending}
                    aria-label={`Withdraw the link for ${invitation.email ?? "whoever holds it"}`}
                    onClick={() => withdraw.mutate({ ref: invitation.ref })}
                  >
                    Withdraw
                  </Button>
                </span>
              </Cell>
            </Row>
          ))}
        </Table>
      </Sheet>
      {withdraw.isError && <Notice tone="bad" title={refusalOf(withdraw.error).message} live />}
    </div>
  );
}

function purposeOf({ purpose, role, studyName }: Invitation): string {
  if (purpose === "reset-password") return "New password";
  return studyName === null ? `Join as ${role}` : `Join ${studyName} as ${role}`;
}
