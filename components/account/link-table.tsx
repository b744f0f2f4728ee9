"use client";

import { refusalOf } from "#components/ui/api/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";

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
      <HeaderCell>For</HeaderCell>
      {facts.map((fact) => (
        <HeaderCell key={fact}>{fact}</HeaderCell>
      ))}
      <HeaderCell>Works until</HeaderCell>
      <HeaderCell>
        <span className="sr-only">Withdraw it</span>
      </HeaderCell>
    </tr>
  );
  return (
    <div className="grid gap-4">
      <Sheet>
        <Table caption="Links that still work" head={head} fold>
          {links.map((link) => (
            <Row key={link.ref}>
              <RowHead className="break-all">{link.email ?? "Whoever holds it"}</RowHead>
              {facts.map((fact, index) => (
                <Cell key={fact} label={fact}>
                  {link.facts[index]}
                </Cell>
              ))}
              <Cell label="Works until">
                <LocalTime at={link.expiresAt} />
              </Cell>
              <Cell className="md:text-right">
                <span>
                  <Button
                    small
                    busy={withdrawal.isPending}
                    aria-label={`Withdraw the link for ${link.email ?? "whoever holds it"}`}
                    onClick={() => onWithdraw(link.ref)}
                  >
                    Withdraw
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
