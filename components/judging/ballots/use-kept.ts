"use client";

import { useEffect, useState } from "react";
import { useTRPCClient } from "#components/ui/api/provider.tsx";
import type { KeptReceipt } from "#server/audit-log/receipts/receipt.ts";
import type { Completed } from "./complete-receipt.ts";
import type { Owner } from "./kept-receipts.ts";

export type Kept = {
  /** What this device has of the study, newest first; null while it looks. */
  readonly receipts: readonly KeptReceipt[] | null;
  /** What the server answered that is no proof of a ballot, by its entry. */
  readonly troubles: ReadonlyMap<number, string>;
  /** How many of the receipts wait for an answer about their checkpoint. */
  readonly asking: number;
  /** The server could not be asked. */
  readonly isOffline: boolean;
};

const looking: Kept = { receipts: null, troubles: new Map(), asking: 0, isOffline: false };

/**
 * What this device kept of a study's ballots. Receipts without a checkpoint, or without those of all witnesses, are
 * completed as far as the server has them.
 */
export function useKept({ studyId, accountId }: Owner, witnessCount: number): Kept {
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
