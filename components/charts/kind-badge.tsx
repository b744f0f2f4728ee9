import { Equal, Sigma } from "lucide-react";
import { Tag } from "#components/ui/tag.tsx";

export type NumberKind = "exact" | "estimated";

/** Whether the numbers were counted or estimated; every figure says which. */
export function KindBadge({ kind }: { kind: NumberKind }) {
  return kind === "exact" ? (
    <Tag tone="exact" icon={Equal}>
      Exact
    </Tag>
  ) : (
    <Tag tone="estimated" icon={Sigma}>
      Estimated
    </Tag>
  );
}
