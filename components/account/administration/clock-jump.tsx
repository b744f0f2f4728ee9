"use client";

import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { useChange } from "#components/ui/api/use-change.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/administration.ts";

/** Notice for administrators while recording is paused because the server's clock jumped, with the way to resume. */
export function ClockJump({ aheadSeconds }: { aheadSeconds: number }) {
  const confirm = useChange(useTRPC().clock.confirm);
  return (
    <Notice tone="bad" title={t.clockJumped()} className="mb-6">
      <p>{t.clockJumpedText(inLargeUnit(aheadSeconds))}</p>
      <p className="mt-3 flex flex-wrap items-center gap-3">
        <Button small busy={confirm.isPending} onClick={() => confirm.mutate({})}>
          {t.clockIsRight()}
        </Button>
        {confirm.error && <span role="alert">{refusalOf(confirm.error).message}</span>}
      </p>
    </Notice>
  );
}

function inLargeUnit(seconds: number) {
  const hours = Math.round(seconds / 3_600);
  if (hours < 48) return { unit: "hours", count: hours } as const;
  return { unit: "days", count: Math.round(hours / 24) } as const;
}
