"use client";

import { useMutation } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/inbox.ts";

/** Button that closes a round which accepts no more ballots or has all of them. It needs no typed confirmation. */
export function CloseNow({
  studyId,
  round,
  isFirst,
}: {
  studyId: string;
  round: number;
  /** Whether it is the main action of the page. */
  isFirst: boolean;
}) {
  const router = useRouter();
  const close = useMutation(useTRPC().rounds.close.mutationOptions({ onSuccess: () => router.refresh() }));
  return (
    <>
      <Button
        look={isFirst ? "act" : "plain"}
        small={!isFirst}
        busy={close.isPending || close.isSuccess}
        onClick={() => close.mutate({ studyId, round })}
      >
        <Lock aria-hidden />
        {close.isPending
          ? t.closing({ round: String(round) })
          : t.roundButton({ act: "close", round: String(round) })}
      </Button>
      {close.error && <Notice tone="bad" live title={refusalOf(close.error).message} />}
    </>
  );
}
