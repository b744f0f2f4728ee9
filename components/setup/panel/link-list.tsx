"use client";

import { useTRPC } from "#components/ui/api/provider.tsx";
import { useChange } from "#components/ui/api/use-change.ts";
import { Button } from "#components/ui/button.tsx";
import { Email } from "#components/ui/email.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { arrange, type ListFilter } from "#components/ui/list/arrange.ts";
import { ListTable } from "#components/ui/list/list-table.tsx";
import type { ListState } from "#components/ui/list-state.ts";
import { actions, type CellColumn } from "#components/ui/table.tsx";
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
export function LinkList({ studyId, panel, state }: { studyId: string; panel: Panel; state: ListState }) {
  const withdraw = useChange(useTRPC().panel.withdraw);
  const isEnded = panel.state === "ended";
  const isToRemind = panel.invitations.some(
    ({ role, state }) => (role === "auditor" || role === "observer") && notJoined.includes(state),
  );
  const words = ({ email }: Link) => email ?? links.itsHolder();
  const columns: readonly CellColumn<Link>[] = [
    [
      links.forWhom(),
      ({ email }) => (email === null ? links.itsHolder() : <Email address={email} />),
      { sort: { name: "email", by: words } },
    ],
    [
      t.linkRole(),
      ({ role }) => roleName(role),
      { sort: { name: "role", by: ({ role }) => roleName(role) } },
    ],
    [
      t.invitedColumn(),
      ({ createdAt }) => <LocalTime at={createdAt} />,
      { sort: { name: "invited", by: ({ createdAt }) => createdAt } },
    ],
    [t.stateColumn(), ({ state }) => t.invitationState({ state })],
    [
      links.withdrawIt(),
      (link) =>
        withdrawable.includes(link.state) && (
          <Button
            small
            busy={withdraw.isPending}
            aria-label={links.withdrawFor({ email: words(link) })}
            onClick={() => withdraw.mutate({ studyId, ref: link.ref })}
          >
            {links.withdraw()}
          </Button>
        ),
      actions,
    ],
  ];
  const filters: readonly ListFilter<Link>[] = [
    {
      name: "state",
      label: t.stateColumn(),
      options: [...new Set(panel.invitations.map(({ state }) => state))].map(
        (each) => [each, t.invitationState({ state: each })] as const,
      ),
      of: (link) => link.state,
    },
  ];
  const list = { state, columns, filters };
  return (
    <div className="grid gap-4" id="invitations">
      <ListTable
        {...list}
        arranged={arrange(panel.invitations, { ...list, textOf: words })}
        search={t.findInvitation()}
        noMatch={t.noInvitationMatches()}
        caption={t.invitations()}
        fold
        keyOf={({ ref }) => ref}
      />
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
