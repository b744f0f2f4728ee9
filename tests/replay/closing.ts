/** How a round was to close, and how it did (docs/log-format.md, section 4, "Closing"). */

import type { Entry } from "./entries.ts";
import { isEligible } from "./panel.ts";
import type { Round, RoundPerson, Study } from "./study.ts";

export function announced(study: Study, people: readonly RoundPerson[], deadlineAt: number | null): string {
  const { alpha, closesWithoutPairs, closesAtDeadline } = study.knownSettings();
  const chances = people.map(({ chance }) => chance);
  const hasPair = chances.some((_, high) =>
    chances.some((_, low) => isEligible(chances, alpha, { high, low })),
  );
  if (!hasPair && closesWithoutPairs) return "no-pairs";
  if (deadlineAt === null) return "by-hand";
  return closesAtDeadline ? "deadline" : "from-deadline";
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
