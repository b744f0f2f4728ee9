import { findLastOutcome, insertOutcomes } from "#db/queries/outcomes.ts";
import { insertOverride } from "#db/queries/overrides.ts";
import * as t from "#messages/refusals.ts";
import type { Override } from "#server/audit-log/overrides.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { enqueue } from "#server/platform/app/job-queue.ts";
import { type StudyWriter, writeStudy } from "#server/platform/app/study-writer.ts";
import { learningOf, settingsOf } from "#server/studies/settings.ts";
import { type DecidedPlace, requireDecided } from "./decided-person.ts";

type NewOverride = DecidedPlace &
  Override & {
    readonly accountId: string;
    /** The position of the person who decided, without a name. */
    readonly decidedBy: string;
  };

/**
 * Records that a person with authority decided otherwise than the draw. This is final. The outcome of a picked person
 * counts as lost from then on, because the chance of observing it is no longer the logged one.
 *
 * @returns the number of the entry
 * @throws DomainError "study-audits"; "round-not-open" unless the round is closed; "not-found"; "person-erased";
 *   "decision-overridden" the second time; "decision-unchanged" for the draw's own decision; "outcome-exists" once an
 *   outcome was known
 */
export async function overrideDecision(app: App, override: NewOverride): Promise<{ seq: number }> {
  const { studyId, round, position, decision, reason, decidedBy, accountId } = override;
  const written = await writeStudy(app, studyId, async (writer) => {
    learningOf(settingsOf(writer.study));
    const selected = await requireOverridable(writer, override);
    if (selected === 1) await recordAsLost(writer, override);
    const { seq, at } = writer.append("decision.overridden", {
      round,
      position,
      decision,
      reason,
      decidedBy,
    });
    const row = { studyId, round, position, selected, reason, decidedBy, seq };
    await insertOverride(writer.tx, { ...row, recordedBy: accountId, recordedAt: at });
    return { seq };
  });
  enqueue(app, { kind: "update-learner", studyId });
  return written;
}

/** Returns the draw's decision, if this override may follow it. */
async function requireOverridable({ tx }: StudyWriter, override: NewOverride): Promise<number> {
  const { selected, isErased, isOverridden } = await requireDecided(tx, override, t.overrideAfterClose);
  const about = { person: override.position + 1, round: override.round };
  if (isErased) throw new DomainError("person-erased", t.overrideOfErased(about));
  if (isOverridden) throw new DomainError("decision-overridden", t.overriddenAlready(about));
  if (selected !== override.decision) return selected;
  const isPicked = selected === 1;
  throw new DomainError("decision-unchanged", t.overrideChangesNothing({ ...about, isPicked }));
}

/** Records a picked person's outcome as lost, unless it is already. @throws DomainError "outcome-exists" */
async function recordAsLost({ tx, append, now }: StudyWriter, override: NewOverride): Promise<void> {
  const { studyId, round, position, accountId } = override;
  const last = await findLastOutcome(tx, studyId, round, position);
  if (last?.version === 1 && last.value === "lost") return;
  if (last !== undefined) {
    throw new DomainError("outcome-exists", t.overrideAfterOutcome({ person: position + 1, round }));
  }
  const body = { round, position, version: 1, value: "lost" as const };
  const { seq } = append("outcome.recorded", body);
  const row = { ...body, studyId, selected: 1, seq, idempotencyKey: `override/${round}/${position}` };
  await insertOutcomes(tx, [{ ...row, recordedBy: accountId, recordedAt: now }]);
}
