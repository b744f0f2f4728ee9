"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/inbox.ts";

const dayLength = 86_400_000;

/** Button that gives a round whose deadline is over a new one, some days from now. */
export function ExtendNow({ studyId, round, days }: { studyId: string; round: number; days: number }) {
  const router = useRouter();
  const extend = useMutation(useTRPC().rounds.extend.mutationOptions({ onSuccess: () => router.refresh() }));
  return (
    <>
      <Button
        look="act"
        busy={extend.isPending || extend.isSuccess}
        onClick={() => extend.mutate({ studyId, round, deadlineAt: Date.now() + days * dayLength })}
      >
        {extend.isPending ? t.extending({ round: String(round) }) : t.extendBy({ count: days })}
      </Button>
      {extend.error && <Notice tone="bad" live title={refusalOf(extend.error).message} />}
    </>
  );
}
