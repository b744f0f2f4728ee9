import * as say from "#messages/differences.ts";
import { closeReason, isAsAnnounced } from "#server/audit-log/closing.ts";
import type { Entry } from "#server/audit-log/entries.ts";
import type { StudyState, VerifiedRound } from "./study.ts";

/** Checks why a round closed, and whether its opening had announced that. */
export function checkReason(
  { findings, seats }: StudyState,
  { opened, deadlineAt, seated, sealed }: VerifiedRound,
  { at, body }: Entry<"round.closed" | "round.closing">,
): void {
  const { closing } = opened;
  const sitting = seated.panel.map((seat) => ({
    isRemoved: seats.get(seat) === "removed",
    hasSealed: sealed.has(seat),
  }));
  const reason = closeReason({ closing, deadlineAt }, sitting, at);
  findings.same(say.whyClosed(), reason, body.reason);
  findings.same(say.closedAsAnnounced(), isAsAnnounced(closing, reason), body.asAnnounced);
  if (!body.asAnnounced) findings.reserve("closed-otherwise");
  else if (reason === "operator") findings.reserve("closed-by-hand");
}
