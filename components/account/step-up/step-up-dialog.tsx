"use client";

import { useQuery } from "@tanstack/react-query";
import { GiveFactor } from "#components/account/factors/give-factor.tsx";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { Dialog } from "#components/ui/dialog.tsx";
import { Notice } from "#components/ui/notice.tsx";

export function StepUpDialog({ onEnd }: { onEnd: (isShown: boolean) => void }) {
  const ways = useQuery(useTRPC().factors.ways.queryOptions({}, { staleTime: 0 }));
  return (
    <Dialog title="Is it you?" isOpen onClose={() => onEnd(false)}>
      <p className="mb-5 max-w-measure text-ink-2">
        This is an important step, so Evenhand makes sure that nobody else sits at your browser. It asks again
        after ten minutes.
      </p>
      {ways.error && <Notice tone="bad" title={refusalOf(ways.error).message} live />}
      {ways.isPending && <p aria-live="polite">Looking up how you can show it…</p>}
      {ways.data && <GiveFactor ways={ways.data} onDone={() => onEnd(true)} />}
    </Dialog>
  );
}
