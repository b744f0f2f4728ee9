import * as say from "#messages/differences.ts";
import type { Entry } from "#server/audit-log/entries.ts";
import { featuresDueAt } from "#server/audit-log/retention.ts";
import type { StudyState } from "./study.ts";

/** Checks when the features of people may be deleted. */

export function retentionChanged(study: StudyState, { at, body }: Entry<"retention.changed">): void {
  const { findings, retention } = study;
  findings.require(retention.days !== body.days, say.retention(), say.otherDays(), String(body.days));
  findings.require(!retention.hasRun, say.retention(), say.beforeDeletion(), String(body.days));
  study.retention = { ...retention, days: body.days, changedAt: at };
}

/** Checks that a person was not erased before the time that the study set. */
export function requireDue(study: StudyState, { at, body }: Entry<"person.erased">): void {
  if (body.cause !== "retention") return;
  const { days, changedAt } = study.retention;
  const { endedAt } = study;
  const isDue = days !== null && endedAt !== null && at >= featuresDueAt({ endedAt, changedAt, days });
  study.findings.require(isDue, say.deletion(), say.daysAfterEnd(), body.person);
  study.retention = { ...study.retention, hasRun: true };
}
