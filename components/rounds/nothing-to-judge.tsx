import { Notice } from "#components/ui/notice.tsx";
import { formatPoints } from "#server/format.ts";

/** Explains why a round has no pairs for the panel. */
export function NothingToJudge({ isOpen, alpha }: { isOpen: boolean; alpha: string }) {
  return (
    <Notice title="This round has no pair to judge.">
      No two chances in it lie more than {formatPoints(Number(alpha), 10)} points apart, so there is nothing
      for the panel to do: {isOpen ? "close it whenever you like." : "nobody was asked."}
    </Notice>
  );
}
