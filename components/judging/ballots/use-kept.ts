"use client";

import { useEffect, useState } from "react";
import { useTRPCClient } from "#components/ui/api/provider.tsx";
import type { KeptReceipt } from "#server/audit-log/receipts/receipt.ts";
import type { Completed } from "./complete-receipt.ts";
import type { ReceiptOwner } from "./kept-receipts.ts";

export type Kept = {
  /** Receipts of the study on this device, newest first; null while they are loading. */
  readonly receipts: readonly KeptReceipt[] | null;
  /** Answers of the server that do not prove a ballot, in words, by entry. */
  readonly troubles: ReadonlyMap<number, string>;
  /** Number of receipts whose checkpoint is being requested. */
  readonly asking: number;
  /** Whether the server could not be reached. */
  readonly isOffline: boolean;
};

const looking: Kept = { receipts: null, troubles: new Map(), asking: 0, isOffline: false };

/**
 * Receipts of a study's ballots on this device. Receipts that lack a checkpoint or cosignatures of witnesses are
 * completed as far as the server has them.
 */
export function useKept({ studyId, accountId }: ReceiptOwner, witnessCount: number): Kept {
  const client = useTRPCClient();
  const [kept, setKept] = useState<Kept>(looking);
  useEffect(() => {
    let isGone = false;
    const change = (next: (before: Kept) => Kept) => !isGone && setKept(next);
    async function look() {
      const owner = { studyId, accountId };
      const [{ listReceipts }, { completeReceipt, isComplete }] = await Promise.all([
        import("./kept-receipts.ts"),
        import("./complete-receipt.ts"),
      ]);
      const receipts = await listReceipts(owner);
      const open = receipts.filter((receipt) => !isComplete(receipt, witnessCount));
      change(() => ({ ...looking, receipts, asking: open.length }));
      for (const receipt of open) {
        if (isGone) return;
        const done = await completeReceipt(client, owner, receipt);
        change((before) => completed(before, done));
      }
    }
    look().catch(() => change((before) => ({ ...before, asking: 0, isOffline: true })));
    return () => {
      isGone = true;
    };
  }, [client, studyId, accountId, witnessCount]);
  return kept;
}

function completed({ receipts, troubles, asking, ...rest }: Kept, { receipt, trouble }: Completed): Kept {
  return {
    ...rest,
    receipts: receipts?.map((one) => (one.seq === receipt.seq ? receipt : one)) ?? null,
    troubles: trouble === null ? troubles : new Map([...troubles, [receipt.seq, trouble]]),
    asking: asking - 1,
  };
}
