"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { LinkTable } from "#components/account/link-table.tsx";
import { useTRPC } from "#components/ui/api/provider.tsx";
import type { Outputs } from "#server/http/outputs.ts";

/** The study's unused links. */
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
  return (
    <LinkTable
      facts={["As"]}
      links={links.map((link) => ({ ...link, facts: [link.role ?? ""] }))}
      withdrawal={withdraw}
      onWithdraw={(ref) => withdraw.mutate({ studyId, ref })}
    />
  );
}
