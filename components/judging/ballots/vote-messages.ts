import type { KeptReceipt } from "#server/audit-log/receipts/receipt.ts";
import type { VoteReport } from "#server/audit-log/receipts/vote-questions.ts";

/** Orders to the worker, which answers each with one message. */
export type VoteOrder =
  | {
      readonly kind: "begin";
      readonly receipts: readonly KeptReceipt[];
      readonly own: readonly KeptReceipt[];
    }
  | { readonly kind: "piece"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "end" };

export type VoteNews =
  | { readonly kind: "taken"; readonly entryCount: number }
  | { readonly kind: "reports"; readonly reports: ReadonlyMap<number, VoteReport> };
