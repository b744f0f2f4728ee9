"use client";

import { useTRPC } from "#components/ui/api/provider.tsx";
import { useChange } from "#components/ui/api/use-change.ts";
import { Button } from "#components/ui/button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { actions, DataTable } from "#components/ui/table.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import * as common from "#messages/common.ts";
import * as links from "#messages/invitations.ts";
import * as t from "#messages/setupPanel.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { MadeLinks } from "./made-links.tsx";

type Panel = Outputs["panel"]["read"];
type Link = Panel["invitations"][number];

const withdrawable: readonly Link["state"][] = ["waiting", "failed", "sent"];
const notJoined: readonly Link["state"][] = ["waiting", "failed", "sent", "expired"];

/** The people who were invited to the study and whether they have joined, and new links for auditors and observers who have not. */
export function LinkList({ studyId, panel }: { studyId: string; panel: Panel }) {
  const withdraw = useChange(useTRPC().panel.withdraw);
  const isEnded = panel.state === "ended";
  const isToRemind = panel.invitations.some(
    ({ role, state }) => (role === "auditor" || role === "observer") && notJoined.includes(state),
  );
  return (
    <div className="grid gap-4">
      <Sheet>
        <DataTable
          caption={t.invitations()}
          fold
          rows={panel.invitations}
          keyOf={({ ref }) => ref}
          columns={[
            [links.forWhom(), ({ email }) => email ?? links.itsHolder(), { className: "break-all" }],
            [t.linkRole(), ({ role }) => roleName(role)],
            [t.invitedColumn(), ({ createdAt }) => <LocalTime at={createdAt} />],
            [t.stateColumn(), ({ state }) => t.invitationState({ state })],
            [
              links.withdrawIt(),
              ({ ref, email, state }) =>
                withdrawable.includes(state) && (
                  <Button
                    small
                    busy={withdraw.isPending}
                    aria-label={links.withdrawFor({ email: email ?? links.itsHolder() })}
                    onClick={() => withdraw.mutate({ studyId, ref })}
                  >
                    {links.withdraw()}
                  </Button>
                ),
              actions,
            ],
          ]}
        />
      </Sheet>
      <ErrorNotice error={withdraw.error} />
      {isToRemind && !isEnded && <RenewLinks studyId={studyId} isMailed={panel.mailIsOn} />}
    </div>
  );
}

function RenewLinks({ studyId, isMailed }: { studyId: string; isMailed: boolean }) {
  const renew = useChange(useTRPC().panel.renewLinks);
  return (
    <div className="grid gap-3">
      <p className="max-w-measure text-sm text-ink-3">{t.renewNote({ isMailed })}</p>
      <div>
        <Button busy={renew.isPending} onClick={() => renew.mutate({ studyId })}>
          {isMailed ? t.remindInvited() : t.makeNewLinks()}
        </Button>
      </div>
      {renew.data && <MadeLinks links={renew.data.links} />}
      <ErrorNotice error={renew.error} />
    </div>
  );
}

/** Names a role of a study. Links that make an administrator belong to no study. */
function roleName(role: Link["role"]): string {
  return role === null || role === "administrator" ? "" : common.role({ role });
}
