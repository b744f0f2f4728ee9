"use client";

import { useMutation } from "@tanstack/react-query";
import { Ban, Check } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmButton } from "#components/ui/confirm-button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { roleName } from "#components/ui/shell/viewer.ts";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import { OneTimeLink } from "./one-time-link.tsx";

type Account = {
  id: string;
  email: string;
  displayName: string;
  platformRole: "administrator" | "operator" | "member";
  createdAt: number;
  suspendedAt: number | null;
  hasFactor: boolean;
  lastReset: { at: number | null; makerName: string | null } | null;
};

type Link = { token: string | null; expiresAt: number };

export function AccountList({ accounts, myId }: { accounts: Account[]; myId: string }) {
  const [link, setLink] = useState<(Link & { whom: string }) | null>(null);
  const { suspend, unsuspend, takeRole, takeFactors, createResetLink, error, isPending } =
    useAccountActions();
  const head = (
    <tr>
      <HeaderCell>Name</HeaderCell>
      <HeaderCell>E-mail</HeaderCell>
      <HeaderCell>Role</HeaderCell>
      <HeaderCell>Since</HeaderCell>
      <HeaderCell>State and what you can do</HeaderCell>
    </tr>
  );
  return (
    <div className="grid gap-4">
      {link && <OneTimeLink key={link.expiresAt} {...link} />}
      {error && <Notice tone="bad" title={refusalOf(error).message} live />}
      <Sheet>
        <Table caption="Accounts" head={head} fold>
          {accounts.map((account) => (
            <Row key={account.id}>
              <RowHead>{account.displayName}</RowHead>
              <Cell label="E-mail">
                <span className="break-all">{account.email}</span>
              </Cell>
              <Cell label="Role">{roleName(account)}</Cell>
              <Cell label="Since">
                <LocalTime at={account.createdAt} />
              </Cell>
              <Cell>
                <div className="flex flex-wrap items-center gap-2">
                  <StateTag isSuspended={account.suspendedAt !== null} />
                  {account.lastReset?.at && (
                    <span className="w-full text-sm text-ink-2">
                      Password set by a link of {account.lastReset.makerName ?? "this server"},{" "}
                      <LocalTime at={account.lastReset.at} />
                    </span>
                  )}
                  {account.id !== myId && (
                    <>
                      <Button
                        small
                        busy={isPending}
                        aria-label={`Make a password link for ${account.displayName}`}
                        onClick={() =>
                          createResetLink(account.id, (made) => setLink({ ...made, whom: account.email }))
                        }
                      >
                        Password link
                      </Button>
                      <Button
                        small
                        busy={isPending}
                        aria-label={
                          account.suspendedAt === null
                            ? `Suspend ${account.displayName}`
                            : `Let in again: ${account.displayName}`
                        }
                        onClick={() => (account.suspendedAt === null ? suspend : unsuspend)(account.id)}
                      >
                        {account.suspendedAt === null ? "Suspend" : "Let in again"}
                      </Button>
                      {account.hasFactor && (
                        <ConfirmButton
                          act="Take the second factor"
                          about={account.displayName}
                          busy={isPending}
                          onConfirm={() => takeFactors(account.id)}
                        >
                          Only if it was lost and you are sure who asks. {account.displayName} is signed out,
                          told about it, and signs in with the password alone. What they judged in open rounds
                          is hidden from them until the close.
                        </ConfirmButton>
                      )}
                      {account.platformRole !== "member" && (
                        <ConfirmButton
                          act="Take the role"
                          about={account.displayName}
                          busy={isPending}
                          onConfirm={() => takeRole(account.id)}
                        >
                          {account.displayName} is signed out, and becomes a member.{" "}
                          {rolesEnd[account.platformRole]}
                        </ConfirmButton>
                      )}
                    </>
                  )}
                </div>
              </Cell>
            </Row>
          ))}
        </Table>
      </Sheet>
    </div>
  );
}

const rolesEnd = {
  administrator: "Links they made for accounts and passwords stop working.",
  operator: "Studies they run stay theirs, and they make no new ones.",
} as const;

function StateTag({ isSuspended }: { isSuspended: boolean }) {
  return isSuspended ? (
    <Tag tone="warn" icon={Ban}>
      Suspended
    </Tag>
  ) : (
    <Tag icon={Check}>Active</Tag>
  );
}

function useAccountActions() {
  const router = useRouter();
  const trpc = useTRPC();
  const onSuccess = () => router.refresh();
  const suspend = useMutation(trpc.accounts.suspend.mutationOptions({ onSuccess }));
  const unsuspend = useMutation(trpc.accounts.unsuspend.mutationOptions({ onSuccess }));
  const take = useMutation(trpc.accounts.takeRole.mutationOptions({ onSuccess }));
  const takeFactors = useMutation(trpc.accounts.takeFactors.mutationOptions({ onSuccess }));
  const reset = useMutation(trpc.accounts.createResetLink.mutationOptions({ onSuccess }));
  return {
    suspend: (accountId: string) => suspend.mutate({ accountId }),
    unsuspend: (accountId: string) => unsuspend.mutate({ accountId }),
    takeRole: (accountId: string) => take.mutate({ accountId }),
    takeFactors: (accountId: string) => takeFactors.mutate({ accountId }),
    createResetLink: (accountId: string, show: (made: Link) => void) =>
      reset.mutate({ accountId }, { onSuccess: show }),
    error: suspend.error ?? unsuspend.error ?? take.error ?? takeFactors.error ?? reset.error,
    isPending: [suspend, unsuspend, take, takeFactors, reset].some(({ isPending }) => isPending),
  };
}
