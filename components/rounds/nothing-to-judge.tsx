import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/rounds.ts";
import { formatPoints } from "#server/format.ts";

/** Explains why a round has no pairs for the panel. */
export function NothingToJudge({ isOpen, alpha }: { isOpen: boolean; alpha: string }) {
  return (
    <Notice title={t.noPairs()}>{t.noPairsNote({ limit: formatPoints(Number(alpha), 10), isOpen })}</Notice>
  );
}
