"use client";

import { MonitorCheck } from "lucide-react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { useChange } from "#components/ui/api/use-change.ts";
import { Button } from "#components/ui/button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { actions, TableSheet } from "#components/ui/table.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { LocalTime, RelativeTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/account.ts";
import type { Outputs } from "#server/http/outputs.ts";

type Session = Outputs["accounts"]["sessions"][number];

export function SessionList({ sessions }: { sessions: Session[] }) {
  const trpc = useTRPC();
  const end = useChange(trpc.accounts.endSession);
  const endOthers = useChange(trpc.accounts.endOtherSessions);
  const error = end.error ?? endOthers.error;
  return (
    <div className="grid gap-4">
      <TableSheet
        caption={t.sessions()}
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
                    {t.signOut()}
                  </Button>
                )}
              </span>
            ),
            actions,
          ],
        ]}
      />
      <ErrorNotice error={error} />
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

const browsers = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\//, "Firefox"],
  [/Chrome\//, "Chrome"],
  [/Safari\//, "Safari"],
] as const;

const systems = [
  [/Android/, "Android"],
  [/iPhone|iPad/, "iOS"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/Linux|CrOS/, "Linux"],
] as const;

/** Describes a browser, such as "Firefox on Windows", precisely enough for its user to recognise it. */
function browserName(userAgent: string): string {
  const nameIn = (list: readonly (readonly [RegExp, string])[]) =>
    list.find(([mark]) => mark.test(userAgent))?.[1];
  const browser = nameIn(browsers) ?? t.otherProgram();
  const system = nameIn(systems);
  return system === undefined ? browser : t.browserOn({ browser, system });
}
