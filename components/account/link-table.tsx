"use client";

import type { refusalOf } from "#components/ui/api/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Email } from "#components/ui/email.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { actions, type CellColumn, SheetTable } from "#components/ui/table.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/invitations.ts";

type WaitingLink = {
  readonly ref: string;
  readonly email: string | null;
  /** One cell for each of the table's columns. */
  readonly facts: readonly string[];
  readonly expiresAt: number;
};

type Withdrawal = {
  readonly isPending: boolean;
  readonly error: Parameters<typeof refusalOf>[0] | null;
};

/** Table of unused links, each with a button that withdraws it. */
export function LinkTable({
  facts,
  links,
  withdrawal,
  onWithdraw,
}: {
  facts: readonly string[];
  links: readonly WaitingLink[];
  withdrawal: Withdrawal;
  onWithdraw: (ref: string) => void;
}) {
  return (
    <div className="grid gap-4">
      <SheetTable
        caption={t.waitingLinks()}
        rows={links}
        keyOf={({ ref }) => ref}
        columns={[
          [t.forWhom(), ({ email }) => (email === null ? t.itsHolder() : <Email address={email} />)],
          ...facts.map((fact, index): CellColumn<WaitingLink> => [fact, (link) => link.facts[index]]),
          [t.worksUntilColumn(), ({ expiresAt }) => <LocalTime at={expiresAt} />],
          [
            t.withdrawIt(),
            ({ ref, email }) => (
              <span>
                <Button
                  small
                  busy={withdrawal.isPending}
                  aria-label={t.withdrawFor({ email: email ?? t.itsHolder() })}
                  onClick={() => onWithdraw(ref)}
                >
                  {t.withdraw()}
                </Button>
              </span>
            ),
            actions,
          ],
        ]}
      />
      <ErrorNotice error={withdrawal.error} />
    </div>
  );
}
