import { Eye, EyeOff, Hash, Lock, type LucideIcon, Minus, ScanEye } from "lucide-react";
import type { ColumnRole } from "#server/draft/draft.ts";

/** What a column can be for. */
export const roleWords: Record<ColumnRole, { option: string; short: string }> = {
  both: { option: "Auditors and rules", short: "auditors, rules" },
  shown: { option: "Auditors only", short: "auditors" },
  rules: { option: "Rules only, hidden", short: "rules, hidden" },
  identifier: { option: "Identifier, for you", short: "identifier" },
  outcome: { option: "Outcome, sealed", short: "outcome, sealed" },
  ignored: { option: "Left out", short: "left out" },
};

export const roleIcons: Record<ColumnRole, LucideIcon> = {
  both: ScanEye,
  shown: Eye,
  rules: EyeOff,
  identifier: Hash,
  outcome: Lock,
  ignored: Minus,
};
