"use client";

import { useMutation } from "@tanstack/react-query";
import { MonitorCheck } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { LocalTime, RelativeTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/account.ts";
import { browserName } from "./browser-name.ts";

type Session = {
  ref: string;
  isThisOne: boolean;
  createdAt: number;
  lastSeenAt: number;
  userAgent: string;
};

export function SessionList({ sessions }: { sessions: Session[] }) {
  const router = useRouter();
  const trpc = useTRPC();
  const onSuccess = () => router.refresh();
  const end = useMutation(trpc.accounts.endSession.mutationOptions({ onSuccess }));
  const endOthers = useMutation(trpc.accounts.endOtherSessions.mutationOptions({ onSuccess }));
  const error = end.error ?? endOthers.error;
  const head = (
    <tr>
      <HeaderCell>{t.browser()}</HeaderCell>
      <HeaderCell>{t.since()}</HeaderCell>
      <HeaderCell>{t.lastSeen()}</HeaderCell>
      <HeaderCell>
        <span className="sr-only">{t.endIt()}</span>
      </HeaderCell>
    </tr>
  );
  return (
    <div className="grid gap-4">
      <Sheet>
        <Table caption={t.sessions()} head={head} fold>
          {sessions.map(({ ref, isThisOne, createdAt, lastSeenAt, userAgent }) => (
            <Row key={ref}>
              <RowHead>{browserName(userAgent)}</RowHead>
              <Cell label={t.since()}>
                <LocalTime at={createdAt} />
              </Cell>
              <Cell label={t.lastSeen()}>
                <RelativeTime at={lastSeenAt} />
              </Cell>
              <Cell className="md:text-right">
                {isThisOne ? (
                  <span>
                    <Tag icon={MonitorCheck}>{t.thisSession()}</Tag>
                  </span>
                ) : (
                  <span>
                    <Button small busy={end.isPending} onClick={() => end.mutate({ ref })}>
                      {t.signOut()}{" "}
                    </Button>
                  </span>
                )}
              </Cell>
            </Row>
          ))}
        </Table>
      </Sheet>
      {error && <Notice tone="bad" title={refusalOf(error).message} live />}
      {sessions.length > 1 && (
        <div>
          <Button busy={endOthers.isPending} onClick={() => endOthers.mutate({})}>
            {endOthers.isPending ? t.signingOutOthers() : t.signOutOthers()}
          </Button>
        </div>
      )}
    </div>
  );
}
