import type { KeptReceipt } from "#server/audit-log/receipts/receipt.ts";
import type { VoteReport } from "#server/audit-log/receipts/vote-questions.ts";
import { entryCountHeader } from "#server/schemas/log-file.ts";
import type { VoteNews, VoteOrder } from "./vote-messages.ts";

/** Progress of reading a log. */
export type LogProgress = {
  readonly byteCount: number;
  readonly entryCount: number;
  /** Number of entries in the whole log. */
  readonly total: number;
};

/**
 * Reads the current log once and checks receipts against it; returns one report for each receipt, by entry. The log
 * is streamed to a worker as fast as the worker reads; neither side stores it.
 *
 * @param own all receipts of the same author on this device
 * @param signal stops the check
 * @throws Error for a log that cannot be read to its end
 */
export async function checkReceipts(
  studyId: string,
  { receipts, own }: { receipts: readonly KeptReceipt[]; own: readonly KeptReceipt[] },
  { onProgress, signal }: { onProgress: (progress: LogProgress) => void; signal: AbortSignal },
): Promise<ReadonlyMap<number, VoteReport>> {
  const answer = await fetch(`/api/studies/${studyId}/log`, { signal });
  if (!answer.ok || answer.body === null) throw new Error(`the log was refused: ${answer.status}`);
  const worker = new Worker(new URL("./vote-worker.ts", import.meta.url), { type: "module" });
  try {
    await sendOrder(worker, { kind: "begin", receipts, own }, signal);
    const reader = answer.body.getReader();
    const total = Number(answer.headers.get(entryCountHeader));
    let byteCount = 0;
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      byteCount += read.value.length;
      const news = await sendOrder(worker, { kind: "piece", bytes: read.value }, signal);
      if (news.kind === "taken") onProgress({ byteCount, entryCount: news.entryCount, total });
    }
    const news = await sendOrder(worker, { kind: "end" }, signal);
    if (news.kind === "reports") return news.reports;
    throw new Error("the log was not checked to its end");
  } finally {
    worker.terminate();
  }
}

/** Sends one order to the worker and waits for its answer; one order at a time. */
function sendOrder(worker: Worker, order: VoteOrder, signal: AbortSignal): Promise<VoteNews> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const leave = () => reject(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
    worker.onmessage = ({ data }: MessageEvent<VoteNews>) => {
      signal.removeEventListener("abort", leave);
      resolve(data);
    };
    worker.onerror = ({ message }) => reject(new Error(message || "the program could not start"));
    worker.postMessage(order, order.kind === "piece" ? [order.bytes.buffer] : []);
  });
}
