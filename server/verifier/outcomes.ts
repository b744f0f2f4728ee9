import { type Entry, isAudit } from "#server/audit-log/entries.ts";
import type { StudyState } from "./study.ts";

export function outcomeRecorded(study: StudyState, entry: Entry<"outcome.recorded">): void {
  const { findings } = study;
  const { round: number, position, version, value } = entry.body;
  findings.require(!isAudit(study.settings), "outcome", "none in an audit", value);
  const round = study.ended.get(number);
  if (!findings.same("round of an outcome", "closed", round?.state ?? "not ended") || round === undefined)
    return;
  if (!findings.same("decision on the person of an outcome", 1, round.decisions[position] ?? "none")) return;
  const person = round.people[position] ?? "";
  findings.require(!study.erased.has(person), "outcome", "of a person who was not erased", person);
  const before = round.outcomes.get(position);
  findings.same("version of an outcome", (before?.version ?? 0) + 1, version);
  findings.require(before?.value !== value, "outcome", "a changed value", value);
  round.outcomes.set(position, { version, value });
  study.learning?.effect(entry);
}

export function learnerUpdated(study: StudyState, entry: Entry<"learner.updated">): void {
  const { findings, learning } = study;
  if (
    !findings.require(learning !== null, "update of the learner", "none in an audit", entry.body.appliedSeq)
  )
    return;
  findings.guard("update of the learner", () => learning?.update(entry));
}
