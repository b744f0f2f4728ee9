/** When the features of people may be deleted (docs/log-format.md, section 3, "Retention"). */

import type { Entry } from "./entries.ts";
import type { Study } from "./study.ts";

const DAY = 86_400_000;

export function retentionChanged(study: Study, { at, body }: Entry): void {
  const days = body.only(["days"]).isNull("days") ? null : body.whole("days", 14);
  const { problems, retention } = study;
  problems.require(days === null || days <= 36_500, "retention", "at most 36500 days", days);
  problems.require(days !== retention.days, "retention", "another number of days", days);
  problems.require(!retention.hasRun, "retention", "a change before features were deleted", days);
  study.retention = { ...retention, days, changedAt: at };
}

/** A person may be erased by retention once the days after the end, and 14 days after the last change, have passed. */
export function requireDue(study: Study, at: number, person: string): void {
  const { days, changedAt } = study.retention;
  const { endedAt } = study;
  const dueAt =
    days === null || endedAt === null ? null : Math.max(endedAt + days * DAY, changedAt + 14 * DAY);
  study.problems.require(dueAt !== null && at >= dueAt, "erased by retention", "once it is due", person);
  study.retention = { ...study.retention, hasRun: true };
}
