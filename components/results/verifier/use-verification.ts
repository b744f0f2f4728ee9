"use client";

import { useEffect, useRef, useState } from "react";
import * as t from "#messages/verifier.ts";
import { locale } from "#server/locale.ts";
import type { VerifyReport } from "#server/verifier/report.ts";
import type { VerifyNews, VerifyOrder } from "./messages.ts";

export type Verification =
  | { readonly state: "idle" }
  | {
      readonly state: "running";
      readonly byteCount: number;
      readonly entryCount: number;
      readonly total: number;
    }
  | { readonly state: "done"; readonly report: VerifyReport }
  | { readonly state: "failed"; readonly why: string };

/** Verifies in a worker, so that the page stays responsive and a run can be stopped at any moment. */
export function useVerification() {
  const [verification, set] = useState<Verification>({ state: "idle" });
  const worker = useRef<Worker | null>(null);

  function stop(): void {
    worker.current?.terminate();
    worker.current = null;
  }
  useEffect(() => () => worker.current?.terminate(), []);

  function end(last: Verification): void {
    stop();
    set(last);
  }

  function start(order: VerifyOrder): void {
    stop();
    const total = order.record.size;
    set({ state: "running", byteCount: 0, entryCount: 0, total });
    const started = new Worker(new URL("./verify-worker.ts", import.meta.url), {
      type: "module",
      // Its messages are in the language of its name (scripts/lib/split-languages.mjs).
      name: locale(),
    });
    worker.current = started;
    started.onmessage = ({ data }: MessageEvent<VerifyNews>) => {
      if (data.kind === "report") end({ state: "done", report: data.report });
      if (data.kind === "unreadable") end({ state: "failed", why: data.why });
      if (data.kind === "progress") {
        const { byteCount, entryCount } = data;
        set({ state: "running", byteCount, entryCount, total });
      }
    };
    started.onerror = ({ message }) => end({ state: "failed", why: message || t.couldNotStart() });
    started.postMessage(order);
  }

  return { verification, start, cancel: () => end({ state: "idle" }) };
}
