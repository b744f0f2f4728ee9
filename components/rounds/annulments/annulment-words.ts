import * as t from "#messages/annulments.ts";
import type { AnnulReason } from "#server/audit-log/annulments.ts";

const reasons = {
  "given-by-mistake": "mistake",
  "wrong-data": "data",
  "guidelines-changed": "guidelines",
  other: "other",
} as const satisfies Record<AnnulReason, string>;

/** Describes a reason for annulling a report, as an option. */
export function annulReasonWords(reason: AnnulReason): string {
  return t.reason({ reason: reasons[reason] });
}

/** Says why it was proposed to annul a report. */
export function whyProposed(reason: AnnulReason): string {
  return t.whyProposed({ reason: reasons[reason] });
}
