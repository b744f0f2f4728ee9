import { CircleCheck, Hourglass } from "lucide-react";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/receipts.ts";
import type { KeptReceipt } from "#server/audit-log/receipts/receipt.ts";
import type { Kept } from "./use-kept.ts";

/**
 * Progress of a receipt: its parts are stored when it is sealed, the server's signature follows when the round ends.
 */
export function ReceiptProgress({
  kept: { asking, isOffline },
  receipt: { proof },
  trouble,
}: {
  kept: Kept;
  receipt: KeptReceipt;
  trouble: string | null;
}) {
  if (trouble !== null) {
    return (
      <Notice tone="bad" live title={t.noProof()}>
        {t.noProofNote({ trouble })}
      </Notice>
    );
  }
  const state = proof !== null ? "complete" : asking > 0 ? "asking" : isOffline ? "offline" : "open";
  const Icon = state === "complete" ? CircleCheck : Hourglass;
  return (
    <p className="flex max-w-measure items-start gap-2 text-sm">
      <Icon aria-hidden className="mt-0.5 size-4 flex-none text-ink-3" />
      {t.progress({ state })}
    </p>
  );
}
