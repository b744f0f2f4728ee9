import { Eye, EyeOff, Hash, Lock, type LucideIcon, Minus, Percent, ScanEye, UsersRound } from "lucide-react";
import type { ColumnRole, StudyKind } from "#server/study/draft.ts";

/** Returns the uses of a column in a study of this kind. */
export function rolesIn(kind: StudyKind): ColumnRole[] {
  return kind === "audit"
    ? ["shown", "chance", "group", "identifier", "ignored"]
    : ["both", "shown", "rules", "group", "identifier", "outcome", "chance", "ignored"];
}

export const roleIcons: Record<ColumnRole, LucideIcon> = {
  both: ScanEye,
  shown: Eye,
  rules: EyeOff,
  chance: Percent,
  group: UsersRound,
  identifier: Hash,
  outcome: Lock,
  ignored: Minus,
};
