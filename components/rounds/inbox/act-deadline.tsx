import { Moment } from "#components/ui/time/moment.tsx";
import type { Act } from "#server/rounds/inbox/next-action.ts";

/** Until when the round of an act takes ballots, or took them. */
export function ActDeadline({ act }: { act: Act }) {
  if (!("round" in act) || typeof act.round === "number") return null;
  const { deadlineAt, pairCount, closesByItself } = act.round;
  if (deadlineAt === null || pairCount === 0) return null;
  return (
    <span className="block text-ink-3">
      Judged until <Moment at={deadlineAt} relative />
      {closesByItself && ", then it closes by itself"}
    </span>
  );
}
