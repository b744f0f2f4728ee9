import * as say from "#messages/differences.ts";
import { type Entry, isAudit } from "#server/audit-log/entries.ts";
import type { EndedRound, StudyState } from "./study.ts";

export function outcomeRecorded(study: StudyState, entry: Entry<"outcome.recorded">): void {
  const { findings } = study;
  const { round: number, position, version, value } = entry.body;
  findings.require(!isAudit(study.settings), say.outcome(), say.noneInAudit(), value);
  const round = closedRound(study, say.roundOfOutcome(), number);
  if (round === undefined) return;
  if (!findings.same(say.decisionOfOutcome(), 1, round.decisions[position] ?? say.none())) return;
  const person = round.people[position] ?? "";
  findings.require(!study.erased.has(person), say.outcome(), say.notErasedPerson(), person);
  findings.require(!round.overridden.has(position), say.outcome(), say.notOverridden(), value);
  const before = round.outcomes.get(position);
  findings.same(say.versionOfOutcome(), (before?.version ?? 0) + 1, version);
  findings.require(before?.value !== value, say.outcome(), say.changedValue(), value);
  round.outcomes.set(position, { version, value });
  study.learning?.effect(entry);
}

export function decisionOverridden(study: StudyState, { body }: Entry<"decision.overridden">): void {
  const { findings } = study;
  const { round: number, position, decision } = body;
  const round = closedRound(study, say.roundOfOverride(), number);
  const drawn = round?.decisions[position];
  const isOther = findings.same(
    say.overridingDecision(),
    drawn === undefined ? say.none() : 1 - drawn,
    decision,
  );
  if (round === undefined || !isOther) return;
  const person = round.people[position] ?? "";
  findings.require(!study.erased.has(person), say.override(), say.notErasedPerson(), person);
  findings.require(!round.overridden.has(position), say.override(), say.onceAPerson(), position);
  const outcome = round.outcomes.get(position);
  const isLost = outcome?.version === 1 && outcome.value === "lost";
  findings.require(drawn === 0 || isLost, say.override(), say.firstLost(), outcome?.value ?? say.none());
  round.overridden.add(position);
}

/** Finds a closed round; adds a problem if the entry names another one. */
function closedRound({ findings, ended }: StudyState, what: string, number: number): EndedRound | undefined {
  const round = ended.get(number);
  const status = say.status({ status: round?.state ?? "notEnded" });
  return findings.same(what, say.status({ status: "closed" }), status) ? round : undefined;
}

export function learnerUpdated(study: StudyState, entry: Entry<"learner.updated">): void {
  const { findings, learning } = study;
  if (learning === null)
    findings.require(false, say.updateOfLearner(), say.noneInAudit(), entry.body.appliedSeq);
  else findings.guard(say.updateOfLearner(), () => learning.update(entry));
}
