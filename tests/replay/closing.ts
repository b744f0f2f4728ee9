/** The announced and the actual close of a round (docs/log-format.md, section 4, "Closing"). */

import type { Entry } from "./entries.ts";
import { isEligible } from "./panel.ts";
import type { Round, RoundPerson, Study } from "./study.ts";

/** The announcements that an opening may make. The second is allowed only if the next entry asks for tolerances. */
export function announced(
  study: Study,
  people: readonly RoundPerson[],
  deadlineAt: number | null,
): readonly [string, second?: string] {
  const { alpha, closesWithoutPairs, closesAtDeadline } = study.knownSettings();
  const chances = people.map(({ chance }) => chance);
  const hasPair = chances.some((_, high) =>
    chances.some((_, low) => isEligible(chances, alpha, { high, low })),
  );
  const atDeadline = closesAtDeadline ? "deadline" : "from-deadline";
  const word = deadlineAt === null ? "by-hand" : atDeadline;
  if (hasPair || !closesWithoutPairs) return [word];
  return people.length < 2 ? ["no-pairs"] : ["no-pairs", word];
}

export function checkClosing(study: Study, round: Round, { at, body }: Entry): void {
  const { problems } = study;
  const sitting = round.panel.filter((seat) => study.seats.get(seat) === "active");
  const allSealed = sitting.length > 0 && sitting.every((seat) => round.ballots.has(seat));
  const isOver = round.deadlineAt !== null && at >= round.deadlineAt;
  const byThen = allSealed ? "all-sealed" : isOver ? "deadline" : "operator";
  const reason = round.closing === "no-pairs" ? "no-pairs" : byThen;
  problems.same("reason of the close", reason, body.text("reason"));
  const waits = ["deadline", "from-deadline"].includes(round.closing);
  const asAnnounced = !waits || reason !== "operator";
  problems.same("closed as announced", asAnnounced, body.flag("asAnnounced"));
  if (!asAnnounced) study.closedOtherwise.push(round.number);
  else if (reason === "operator") study.closedByHand.push(round.number);
}
