import { Notice } from "#components/ui/notice.tsx";

/** Explains why a round has no pairs for the panel. */
export function NothingToJudge({ isOpen, alpha }: { isOpen: boolean; alpha: string }) {
  const points = Number((100 * Number(alpha)).toPrecision(12));
  return (
    <Notice title="This round has no pair to judge.">
      No two chances in it lie more than {points} points apart, so there is nothing for the panel to do:{" "}
      {isOpen ? "close it whenever you like." : "nobody was asked."}
    </Notice>
  );
}
