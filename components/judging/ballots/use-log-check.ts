"use client";

import { useEffect, useRef, useState } from "react";
import type { KeptReceipt } from "#server/audit-log/receipts/receipt.ts";
import type { VoteReport } from "#server/audit-log/receipts/vote-questions.ts";
import { checkReceipts, type LogProgress } from "./log-check.ts";

/** Checks receipts against the log of a study, one after another. Leaving the page stops the check. */
export function useLogCheck(studyId: string) {
  const [isChecking, setChecking] = useState(false);
  const [progress, setProgress] = useState<LogProgress | null>(null);
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);

  /**
   * @param own all receipts of the same author on this device
   * @throws Error for a log that cannot be read to its end
   */
  async function check(
    receipts: readonly KeptReceipt[],
    own: readonly KeptReceipt[],
  ): Promise<ReadonlyMap<number, VoteReport>> {
    const signal = leaving.current?.signal ?? AbortSignal.abort();
    setChecking(true);
    try {
      return await checkReceipts(studyId, { receipts, own }, { onProgress: setProgress, signal });
    } finally {
      setChecking(false);
      setProgress(null);
    }
  }

  return { isChecking, progress, check };
}
