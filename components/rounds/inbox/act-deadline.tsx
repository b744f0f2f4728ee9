import { LocalTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/inbox.ts";
import type { Act } from "#server/rounds/inbox/next-action.ts";

/** Deadline of the round that an action is about, past or future. */
export function ActDeadline({ act }: { act: Act }) {
  if (!("round" in act) || typeof act.round === "number") return null;
  const { deadlineAt, pairCount, closesByItself } = act.round;
  if (deadlineAt === null || pairCount === 0) return null;
  return (
    <span className="block text-ink-3">
      {t.judgedUntil({
        automatic: closesByItself,
        time: () => <LocalTime at={deadlineAt} relative />,
      })}
    </span>
  );
}
