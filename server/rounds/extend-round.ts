import { updateRound } from "#db/queries/rounds.ts";
import * as t from "#messages/refusals.ts";
import { badInput, DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { writeStudy } from "#server/platform/app/study-writer.ts";
import { requireRound } from "./read-round.ts";

/**
 * Extends the deadline of an open round. A deadline only moves forward. One that has passed can be moved too, as long
 * as the round is not closed.
 *
 * @throws DomainError "round-not-open"; "bad-input" for a deadline that is not later than the present one and now
 */
export async function extendRound(
  app: App,
  { studyId, round: number, deadlineAt }: { studyId: string; round: number; deadlineAt: number },
): Promise<{ deadlineAt: number; seq: number }> {
  return writeStudy(app, studyId, async ({ tx, append, now }) => {
    const round = await requireRound(tx, studyId, number);
    if (round.state !== "open") {
      throw new DomainError("round-not-open", t.noDeadlineAnyMore({ round: number, state: round.state }));
    }
    if (deadlineAt <= Math.max(now, round.deadlineAt ?? 0)) {
      throw badInput(t.deadlineNotLater(), "deadlineAt");
    }
    await updateRound(tx, { studyId, number }, { deadlineAt });
    const { seq } = append("round.extended", { round: number, deadlineAt });
    return { deadlineAt, seq };
  });
}
