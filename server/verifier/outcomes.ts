import * as say from "#messages/differences.ts";
import { type Entry, isAudit } from "#server/audit-log/entries.ts";
import type { StudyState } from "./study.ts";

export function outcomeRecorded(study: StudyState, entry: Entry<"outcome.recorded">): void {
  const { findings } = study;
  const { round: number, position, version, value } = entry.body;
  findings.require(!isAudit(study.settings), say.outcome(), say.noneInAudit(), value);
  const round = study.ended.get(number);
  if (
    !findings.same(
      say.roundOfOutcome(),
      say.status({ status: "closed" }),
      say.status({ status: round?.state ?? "notEnded" }),
    ) ||
    round === undefined
  )
    return;
  if (!findings.same(say.decisionOfOutcome(), 1, round.decisions[position] ?? say.none())) return;
  const person = round.people[position] ?? "";
  findings.require(!study.erased.has(person), say.outcome(), say.notErasedPerson(), person);
  const before = round.outcomes.get(position);
  findings.same(say.versionOfOutcome(), (before?.version ?? 0) + 1, version);
  findings.require(before?.value !== value, say.outcome(), say.changedValue(), value);
  round.outcomes.set(position, { version, value });
  study.learning?.effect(entry);
}

export function learnerUpdated(study: StudyState, entry: Entry<"learner.updated">): void {
  const { findings, learning } = study;
  if (!findings.require(learning !== null, say.updateOfLearner(), say.noneInAudit(), entry.body.appliedSeq))
    return;
  findings.guard(say.updateOfLearner(), () => learning?.update(entry));
}
