import type { VoteReport } from "#server/audit-log/receipts/check-vote.ts";
import type { KeptReceipt } from "#server/audit-log/receipts/receipt.ts";
import { entryCountHeader } from "#server/schemas/log-file.ts";
import type { VoteNews, VoteOrder } from "./vote-messages.ts";

/** How far a log was read. */
export type LogProgress = {
  readonly byteCount: number;
  readonly entryCount: number;
  /** Entries of the whole log. */
  readonly total: number;
};

/**
 * Reads the log as it is now, once, and holds it against receipts: one report each, by entry. It is handed to a worker piece
 * by piece, as fast as that takes it: neither keeps it.
 *
 * @param own all receipts of the same author that are here
 * @param signal ends it
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
    await ask(worker, { kind: "begin", receipts, own }, signal);
    const reader = answer.body.getReader();
    const total = Number(answer.headers.get(entryCountHeader));
    let byteCount = 0;
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      byteCount += read.value.length;
      const news = await ask(worker, { kind: "piece", bytes: read.value }, signal);
      if (news.kind === "taken") onProgress({ byteCount, entryCount: news.entryCount, total });
    }
    const news = await ask(worker, { kind: "end" }, signal);
    if (news.kind === "reports") return news.reports;
    throw new Error("the log was not checked to its end");
  } finally {
    worker.terminate();
  }
}

/** One order at a time. */
function ask(worker: Worker, order: VoteOrder, signal: AbortSignal): Promise<VoteNews> {
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
