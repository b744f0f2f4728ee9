import { Equal, GitBranch, type LucideIcon, Sigma } from "lucide-react";
import { Tag, type TagTone } from "#components/ui/tag.tsx";
import * as t from "#messages/charts.ts";

/** Origin of a number: counted, estimated, or computed from a hypothetical history. */
export type NumberKind = "exact" | "estimated" | "computed";

const kinds: Record<NumberKind, { tone: TagTone; icon: LucideIcon }> = {
  exact: { tone: "exact", icon: Equal },
  estimated: { tone: "estimated", icon: Sigma },
  computed: { tone: "replayed", icon: GitBranch },
};

/**
 * Badge that every figure has: whether its numbers were counted, estimated or computed. `what` names the numbers it
 * refers to.
 */
export function KindBadge({ kind, what }: { kind: NumberKind; what?: string }) {
  const { tone, icon } = kinds[kind];
  return (
    <Tag tone={tone} icon={icon}>
      {what === undefined ? t.kind({ kind }) : t.kindOf({ what, kind })}
    </Tag>
  );
}
