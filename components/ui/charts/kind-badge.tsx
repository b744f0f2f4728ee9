import { Equal, GitBranch, type LucideIcon, Sigma } from "lucide-react";
import { Tag, type TagTone } from "#components/ui/tag.tsx";

/** Origin of a number: counted, estimated, or computed from a hypothetical history. */
export type NumberKind = "exact" | "estimated" | "computed";

const kinds: Record<NumberKind, { tone: TagTone; icon: LucideIcon; word: string }> = {
  exact: { tone: "exact", icon: Equal, word: "Exact" },
  estimated: { tone: "estimated", icon: Sigma, word: "Estimated" },
  computed: { tone: "replayed", icon: GitBranch, word: "Computed" },
};

/**
 * Badge that every figure has: whether its numbers were counted, estimated or computed. `what` names the numbers it
 * refers to.
 */
export function KindBadge({ kind, what }: { kind: NumberKind; what?: string }) {
  const { tone, icon, word } = kinds[kind];
  return (
    <Tag tone={tone} icon={icon}>
      {what === undefined ? word : `${what}: ${word.toLowerCase()}`}
    </Tag>
  );
}
