import { VoteCheck } from "#server/audit-log/receipts/check-vote.ts";
import { LineReader } from "#server/verifier/lines.ts";
import type { VoteNews, VoteOrder } from "./vote-messages.ts";

declare function postMessage(news: VoteNews): void;

const lines = new LineReader();
let check = new VoteCheck([]);

addEventListener("message", ({ data }: MessageEvent<VoteOrder>) => postMessage(runOrder(data)));

function runOrder(order: VoteOrder): VoteNews {
  if (order.kind === "begin") check = new VoteCheck(order.receipts, order.own);
  for (const line of linesOf(order)) check.take(line);
  return order.kind === "end" ? { kind: "reports", reports: check.end() } : progress();
}

function linesOf(order: VoteOrder): Iterable<string> {
  if (order.kind === "piece") return lines.take(order.bytes);
  return order.kind === "end" ? lines.end() : [];
}

function progress(): VoteNews {
  return { kind: "taken", entryCount: check.lineCount };
}
