import type { VerifyReport } from "#server/verifier/report.ts";
import type { Trusted } from "#server/verifier/trust.ts";

/** Order to the verifying worker. None of it leaves the browser. */
export type VerifyOrder = {
  readonly record: File;
  readonly receipts: readonly File[];
  readonly checkpoints: readonly File[];
  readonly trusted: Trusted;
};

export type VerifyNews =
  | { readonly kind: "progress"; readonly byteCount: number; readonly entryCount: number }
  | { readonly kind: "report"; readonly report: VerifyReport }
  | { readonly kind: "unreadable"; readonly why: string };
