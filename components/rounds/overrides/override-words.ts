import * as t from "#messages/overrides.ts";
import type { OverrideReason } from "#server/audit-log/overrides.ts";

const reasons = {
  "legal-duty": "duty",
  safety: "safety",
  "new-information": "information",
  "wrong-data": "data",
  other: "other",
} as const satisfies Record<OverrideReason, string>;

/** Describes a reason for overriding a decision. */
export function overrideReasonWords(reason: OverrideReason): string {
  return t.reason({ reason: reasons[reason] });
}
