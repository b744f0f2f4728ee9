"use client";

import { LinkTable } from "#components/account/link-table.tsx";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { useChange } from "#components/ui/api/use-change.ts";
import * as common from "#messages/common.ts";
import * as t from "#messages/setupPanel.ts";
import type { Outputs } from "#server/http/outputs.ts";

type Link = Outputs["panel"]["read"]["invitations"][number];

/** The study's unused links. */
export function LinkList({ studyId, links }: { studyId: string; links: readonly Link[] }) {
  const withdraw = useChange(useTRPC().panel.withdraw);
  const hasMails = links.some(({ mailState }) => mailState !== null);
  return (
    <LinkTable
      facts={[t.linkRole(), ...(hasMails ? [t.mailColumn()] : [])]}
      links={links.map((link) => ({
        ...link,
        facts: [roleName(link.role), t.mailStateOf({ state: link.mailState ?? "none" })],
      }))}
      withdrawal={withdraw}
      onWithdraw={(ref) => withdraw.mutate({ studyId, ref })}
    />
  );
}

/** Names a role of a study. Links that make an administrator belong to no study. */
function roleName(role: Link["role"]): string {
  return role === null || role === "administrator" ? "" : common.role({ role });
}
