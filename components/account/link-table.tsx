"use client";

import { refusalOf } from "#components/ui/api/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
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
  const head = (
    <tr>
      <HeaderCell>{t.forWhom()}</HeaderCell>
      {facts.map((fact) => (
        <HeaderCell key={fact}>{fact}</HeaderCell>
      ))}
      <HeaderCell>{t.worksUntilColumn()}</HeaderCell>
      <HeaderCell>
        <span className="sr-only">{t.withdrawIt()}</span>
      </HeaderCell>
    </tr>
  );
  return (
    <div className="grid gap-4">
      <Sheet>
        <Table caption={t.waitingLinks()} head={head} fold>
          {links.map((link) => (
            <Row key={link.ref}>
              <RowHead className="break-all">{link.email ?? t.itsHolder()}</RowHead>
              {facts.map((fact, index) => (
                <Cell key={fact} label={fact}>
                  {link.facts[index]}
                </Cell>
              ))}
              <Cell label={t.worksUntilColumn()}>
                <LocalTime at={link.expiresAt} />
              </Cell>
              <Cell className="md:text-right">
                <span>
                  <Button
                    small
                    busy={withdrawal.isPending}
                    aria-label={t.withdrawFor({ email: link.email ?? t.itsHolder() })}
                    onClick={() => onWithdraw(link.ref)}
                  >
                    {t.withdraw()}{" "}
                  </Button>
                </span>
              </Cell>
            </Row>
          ))}
        </Table>
      </Sheet>
      {withdrawal.error !== null && <Notice tone="bad" live title={refusalOf(withdrawal.error).message} />}
    </div>
  );
}
