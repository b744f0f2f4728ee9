import { listOpenRounds } from "#db/queries/rounds.ts";
import * as t from "#messages/refusals.ts";
import { featuresDueAt } from "#server/audit-log/retention.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { enqueue } from "#server/platform/app/job-queue.ts";
import { writeStudy } from "#server/platform/app/study-writer.ts";
import { settingsOf } from "#server/studies/settings.ts";

/**
 * Ends a study for good. No further rounds, seats, people or guidelines are accepted. Outcomes of its rounds are, since
 * they may arrive long after a decision. Ending it again changes nothing.
 *
 * @throws DomainError "round-already-open" while a round is open; "study-not-ready" for a draft
 */
export async function endStudy(app: App, studyId: string): Promise<{ seq: number | null }> {
  const end = await writeStudy(app, studyId, async ({ tx, study, append, patch }) => {
    settingsOf(study);
    if (study.state === "ended") return { seq: null };
    if ((await listOpenRounds(tx, studyId)).length > 0) {
      throw new DomainError("round-already-open", t.roundOpen());
    }
    const { seq, at } = append("study.ended", { reason: "operator" });
    const { retentionDays: days } = study;
    const dueAt = days === null ? null : featuresDueAt({ endedAt: at, changedAt: 0, days });
    patch({ state: "ended", endedAt: at, featuresDueAt: dueAt });
    return { seq };
  });
  enqueue(app, { kind: "keep-checkpoints", studyId });
  return end;
}
