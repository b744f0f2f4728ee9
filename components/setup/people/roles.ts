import { Eye, EyeOff, Hash, Lock, type LucideIcon, Minus, Percent, ScanEye } from "lucide-react";
import type { ColumnRole, StudyKind } from "#server/study/draft.ts";

/** Returns the uses of a column in a study of this kind. */
export function rolesIn(kind: StudyKind): ColumnRole[] {
  return kind === "audit"
    ? ["shown", "chance", "identifier", "ignored"]
    : ["both", "shown", "rules", "identifier", "outcome", "chance", "ignored"];
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
