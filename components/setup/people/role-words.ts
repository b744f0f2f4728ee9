import { Eye, EyeOff, Hash, Lock, type LucideIcon, Minus, Percent, ScanEye } from "lucide-react";
import type { ColumnRole, StudyKind } from "#server/study/draft.ts";

/** Labels of the uses of a column. */
export const roleWords: Record<ColumnRole, { option: string; short: string }> = {
  both: { option: "Auditors and rules", short: "auditors, rules" },
  shown: { option: "Auditors only", short: "auditors" },
  rules: { option: "Rules only, hidden", short: "rules, hidden" },
  chance: { option: "Chance in force", short: "chance" },
  identifier: { option: "Identifier, for you", short: "identifier" },
  outcome: { option: "Outcome, sealed", short: "outcome, sealed" },
  ignored: { option: "Left out", short: "left out" },
};

/** Returns the uses of a column in a study of this kind. The chance of the rule in force is chosen elsewhere. */
export function rolesIn(kind: StudyKind): ColumnRole[] {
  return kind === "audit"
    ? ["shown", "chance", "identifier", "ignored"]
    : ["both", "shown", "rules", "identifier", "outcome", "ignored"];
}

export const roleIcons: Record<ColumnRole, LucideIcon> = {
  both: ScanEye,
  shown: Eye,
  rules: EyeOff,
  chance: Percent,
  identifier: Hash,
  outcome: Lock,
  ignored: Minus,
};
