"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { formatCount } from "#server/format.ts";

/** Notice for administrators while recording is paused because the server's clock jumped, with the way to resume. */
export function ClockJump({ aheadSeconds }: { aheadSeconds: number }) {
  const router = useRouter();
  const confirm = useMutation(useTRPC().clock.confirm.mutationOptions({ onSuccess: () => router.refresh() }));
  return (
    <Notice tone="bad" title="The clock of this server has jumped ahead." className="mb-6">
      <p>
        {inWords(aheadSeconds)} more than have passed. Nothing is recorded in any study until you have looked:
        set the clock right and start the server again, or say that it is right now.
      </p>
      <p className="mt-3 flex flex-wrap items-center gap-3">
        <Button small busy={confirm.isPending} onClick={() => confirm.mutate({})}>
          The clock is right
        </Button>
        {confirm.error && <span role="alert">{refusalOf(confirm.error).message}</span>}
      </p>
    </Notice>
  );
}

function inWords(seconds: number): string {
  const hours = Math.round(seconds / 3_600);
  if (hours < 48) return formatCount(hours, "hour");
  return formatCount(Math.round(hours / 24), "day");
}
