import * as say from "#messages/differences.ts";
import type { Entry } from "#server/audit-log/entries.ts";
import type { StudyState } from "./study.ts";

/** Checks objections of people, and how the panels of later rounds answered them. */

export const objectionHandlers = {
  "objection.received": objectionReceived,
  "objection.answered": objectionAnswered,
};

function objectionReceived(study: StudyState, { body }: Entry<"objection.received">): void {
  const { findings, objections, lastRound } = study;
  const round = study.ended.get(body.round);
  const state = say.status({ status: round?.state ?? "notEnded" });
  findings.same(say.roundOfObjection(), say.status({ status: "closed" }), state);
  const person = round?.people[body.position];
  const isThere = person !== undefined && !study.erased.has(person);
  findings.require(isThere, say.objection(), say.notErasedPerson(), body.position);
  const name = nameOf(body);
  findings.require(!objections.has(name), say.objection(), say.noOpenObjection(), body.position);
  objections.set(name, lastRound);
}

function objectionAnswered(study: StudyState, { body }: Entry<"objection.answered">): void {
  const { findings, objections } = study;
  const { askedIn, yes, no, unsure } = body;
  const openedBefore = objections.get(nameOf(body));
  findings.require(openedBefore !== undefined, say.answeredObjection(), say.openObjection(), body.position);
  objections.delete(nameOf(body));
  const asked = study.ended.get(askedIn);
  const isLater = askedIn > (openedBefore ?? 0) && asked?.state === "closed";
  findings.require(isLater, say.answeredObjection(), say.closedLater(), askedIn);
  findings.atMost(say.answersToObjection(), asked?.seatCount ?? 0, yes + no + unsure);
}

function nameOf({ round, position }: { readonly round: number; readonly position: number }): string {
  return `${round}/${position}`;
}
