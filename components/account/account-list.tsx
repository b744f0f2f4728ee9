"use client";

import { Ban, Check } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { useChange } from "#components/ui/api/use-change.ts";
import { Button, Submit } from "#components/ui/button.tsx";
import { ConfirmButton } from "#components/ui/confirm-button.tsx";
import { Email } from "#components/ui/email.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Field } from "#components/ui/field.tsx";
import { roleName } from "#components/ui/shell/viewer.ts";
import { TableSheet } from "#components/ui/table.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { useSend } from "#components/ui/use-send.ts";
import * as t from "#messages/administration.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { OneTimeLink } from "./one-time-link.tsx";
import { accountSchemas } from "./schemas.ts";

type Account = Outputs["accounts"]["list"]["accounts"][number];

type Props = {
  accounts: Account[];
  myId: string;
  /** Whether this server sends mail; owners then change their addresses themselves. */
  canMail: boolean;
};

export function AccountList({ accounts, myId, canMail }: Props) {
  const [link, setLink] = useState<(ComponentProps<typeof OneTimeLink> & { accountId: string }) | null>(null);
  const { accounts: trpc } = useTRPC();
  const suspend = useChange(trpc.suspend);
  const unsuspend = useChange(trpc.unsuspend);
  const remove = useChange(trpc.delete);
  const takeRole = useChange(trpc.takeRole);
  const takeFactors = useChange(trpc.takeFactors);
  const reset = useChange(trpc.createResetLink);
  const changes = [suspend, unsuspend, remove, takeRole, takeFactors, reset];
  const isPending = changes.some((change) => change.isPending);
  // The server ends the account's open links with its access.
  const linkEnds = {
    onSuccess: (_: unknown, { accountId }: { accountId: string }) =>
      setLink((shown) => (shown?.accountId === accountId ? null : shown)),
  };
  const failed = changes.find(({ error }) => error);
  return (
    <TableSheet
      caption={t.accounts()}
      rows={accounts}
      keyOf={({ id }) => id}
      columns={[
        [
          t.name(),
          ({ displayName, email }) => (
            <>
              {displayName}{" "}
              <Email
                address={email}
                className="block text-sm font-normal text-ink-2 md:min-w-36 lg:min-w-48"
              />
            </>
          ),
        ],
        [t.role(), roleName],
        [
          t.since(),
          ({ createdAt }) => (
            <span className="block md:min-w-24 lg:whitespace-nowrap">
              <LocalTime at={createdAt} />
            </span>
          ),
        ],
        [
          t.stateAndActions(),
          (account) => (
            <div className="flex flex-wrap items-center gap-2">
              <StateTag isSuspended={account.suspendedAt !== null} />
              {account.lastReset?.at && (
                <span className="w-full text-sm text-ink-2">
                  <PasswordSet maker={account.lastReset.makerName} at={account.lastReset.at} />
                </span>
              )}
              {!canMail && <ChangeAccountEmail account={account} />}
              {account.id !== myId && (
                <>
                  <Button
                    small
                    busy={isPending}
                    aria-label={t.passwordLinkFor({ name: account.displayName })}
                    onClick={() =>
                      reset.mutate(
                        { accountId: account.id },
                        {
                          onSuccess: (made) =>
                            setLink({ ...made, whom: account.email, accountId: account.id }),
                        },
                      )
                    }
                  >
                    {t.passwordLink()}
                  </Button>
                  <Button
                    small
                    busy={isPending}
                    aria-label={
                      account.suspendedAt === null
                        ? t.suspendOf({ name: account.displayName })
                        : t.letInOf({ name: account.displayName })
                    }
                    onClick={() =>
                      (account.suspendedAt === null ? suspend : unsuspend).mutate(
                        { accountId: account.id },
                        linkEnds,
                      )
                    }
                  >
                    {account.suspendedAt === null ? t.suspend() : t.letIn()}
                  </Button>
                  {account.hasFactor && (
                    <ConfirmButton
                      act={t.takeFactor()}
                      about={account.displayName}
                      busy={isPending}
                      onConfirm={() => takeFactors.mutate({ accountId: account.id }, linkEnds)}
                    >
                      {t.takeFactorText({ name: account.displayName })}
                    </ConfirmButton>
                  )}
                  {account.platformRole !== "member" && (
                    <ConfirmButton
                      act={t.takeRole()}
                      about={account.displayName}
                      busy={isPending}
                      onConfirm={() => takeRole.mutate({ accountId: account.id })}
                    >
                      {t.takeRoleText({ name: account.displayName, role: account.platformRole })}
                    </ConfirmButton>
                  )}
                  <ConfirmButton
                    act={t.deleteAccount()}
                    about={account.displayName}
                    busy={isPending}
                    onConfirm={() => remove.mutate({ accountId: account.id })}
                  >
                    {t.deleteAccountText({ name: account.displayName })}
                  </ConfirmButton>
                </>
              )}
              {link?.accountId === account.id && (
                <div className="w-full">
                  <OneTimeLink key={link.expiresAt} {...link} />
                </div>
              )}
              {failed?.variables?.accountId === account.id && (
                <div className="w-full">
                  <ErrorNotice error={failed.error} />
                </div>
              )}
            </div>
          ),
          { isActions: true },
        ],
      ]}
    />
  );
}

function PasswordSet({ maker, at }: { maker: string | null; at: number }) {
  return t.passwordSetBy({ maker: maker ?? t.thisServer(), time: () => <LocalTime at={at} /> });
}

function StateTag({ isSuspended }: { isSuspended: boolean }) {
  return isSuspended ? (
    <Tag tone="warn" icon={Ban}>
      {t.suspended()}
    </Tag>
  ) : (
    <Tag icon={Check}>{t.active()}</Tag>
  );
}

/** Button of an administrator that shows a form for the address of an account. */
function ChangeAccountEmail({ account }: { account: Account }) {
  const [isShown, setShown] = useState(false);
  if (isShown) return <EmailForm account={account} onClose={() => setShown(false)} />;
  return (
    <Button small aria-label={t.changeEmailOf({ name: account.displayName })} onClick={() => setShown(true)}>
      {t.changeEmail()}
    </Button>
  );
}

function EmailForm({ account, onClose }: { account: Account; onClose: () => void }) {
  const { form, refusal, isBusy } = useForm(
    async () => (await accountSchemas()).changeEmailSchema,
    useSend(useTRPC().accounts.changeEmail, onClose),
    { accountId: account.id },
  );
  return (
    <form {...form} className="grid w-full gap-2">
      <Field
        label={t.newEmail()}
        name="email"
        type="email"
        autoComplete="off"
        defaultValue={account.email}
        error={refusal.fields.email ?? refusal.message}
      />
      <div className="flex gap-2">
        <Submit small busy={isBusy} act={t.changeEmail()} />
        <Button small look="ghost" onClick={onClose}>
          {t.keepEmail()}
        </Button>
      </div>
    </form>
  );
}
