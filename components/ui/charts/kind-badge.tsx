import { Equal, GitBranch, type LucideIcon, Sigma } from "lucide-react";
import { Tag, type TagTone } from "#components/ui/tag.tsx";

/** Counted; estimated; computed of something that nobody lived. */
export type NumberKind = "exact" | "estimated" | "computed";

const kinds: Record<NumberKind, { tone: TagTone; icon: LucideIcon; word: string }> = {
  exact: { tone: "exact", icon: Equal, word: "Exact" },
  estimated: { tone: "estimated", icon: Sigma, word: "Estimated" },
  computed: { tone: "replayed", icon: GitBranch, word: "Computed" },
};

/** Whether the numbers were counted, estimated or computed; every figure says which. `what`: of which of its numbers. */
export function KindBadge({ kind, what }: { kind: NumberKind; what?: string }) {
  const { tone, icon, word } = kinds[kind];
  return (
    <Tag tone={tone} icon={icon}>
      {what === undefined ? word : `${what}: ${word.toLowerCase()}`}
    </Tag>
  );
}
