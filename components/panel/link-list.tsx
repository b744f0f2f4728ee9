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
import type { Outputs } from "#server/api/outputs.ts";

/** The study's links that nobody has used yet. */
export function LinkList({
  studyId,
  links,
}: {
  studyId: string;
  links: Outputs["panel"]["read"]["invitations"];
}) {
  const router = useRouter();
  const withdraw = useMutation(
    useTRPC().panel.withdraw.mutationOptions({ onSettled: () => router.refresh() }),
  );
  const head = (
    <tr>
      <Column>For</Column>
      <Column>As</Column>
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
          {links.map(({ ref, email, role, expiresAt }) => (
            <Row key={ref}>
              <RowHead className="break-all">{email}</RowHead>
              <Cell label="As">{role}</Cell>
              <Cell label="Works until">
                <Moment at={expiresAt} />
              </Cell>
              <Cell className="md:text-right">
                <span>
                  <Button
                    small
                    disabled={withdraw.isPending}
                    aria-label={`Withdraw the link for ${email}`}
                    onClick={() => withdraw.mutate({ studyId, ref })}
                  >
                    Withdraw
                  </Button>
                </span>
              </Cell>
            </Row>
          ))}
        </Table>
      </Sheet>
      {withdraw.isError && <Notice tone="bad" live title={refusalOf(withdraw.error).message} />}
    </div>
  );
}
