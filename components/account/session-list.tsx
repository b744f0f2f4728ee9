"use client";

import { useMutation } from "@tanstack/react-query";
import { MonitorCheck } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { actions, DataTable } from "#components/ui/table.tsx";
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
  return (
    <div className="grid gap-4">
      <Sheet>
        <DataTable
          caption={t.sessions()}
          fold
          rows={sessions}
          keyOf={({ ref }) => ref}
          columns={[
            [t.browser(), ({ userAgent }) => browserName(userAgent)],
            [t.since(), ({ createdAt }) => <LocalTime at={createdAt} />],
            [t.lastSeen(), ({ lastSeenAt }) => <RelativeTime at={lastSeenAt} />],
            [
              t.endIt(),
              ({ ref, isThisOne }) => (
                <span>
                  {isThisOne ? (
                    <Tag icon={MonitorCheck}>{t.thisSession()}</Tag>
                  ) : (
                    <Button small busy={end.isPending} onClick={() => end.mutate({ ref })}>
                      {t.signOut()}{" "}
                    </Button>
                  )}
                </span>
              ),
              actions,
            ],
          ]}
        />
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
