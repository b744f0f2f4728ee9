"use client";

import { useEffect, useRef, useState } from "react";
import { useTask } from "#components/ui/use-task.ts";
import type { KeptReceipt } from "#server/audit-log/receipts/receipt.ts";
import { checkReceipts, type LogProgress } from "./log-check.ts";

type Given = {
  readonly receipts: readonly KeptReceipt[];
  /** All receipts of the same author on this device. */
  readonly own: readonly KeptReceipt[];
};

/** Checks receipts against the log of a study, one after another. Leaving the page stops the check. */
export function useLogCheck(studyId: string) {
  const [progress, setProgress] = useState<LogProgress | null>(null);
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  const task = useTask((given: Given) => {
    const signal = leaving.current?.signal ?? AbortSignal.abort();
    return checkReceipts(studyId, given, { onProgress: setProgress, signal }).finally(() =>
      setProgress(null),
    );
  });
  return { ...task, progress };
}
