import { listUnerased } from "#db/queries/people.ts";
import { findCreator, findStudy, listFeaturesDue, type StudyRow } from "#db/queries/studies.ts";
import * as t from "#messages/refusals.ts";
import { featuresDueAt } from "#server/audit-log/retention.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { writeStudy } from "#server/platform/app/study-writer.ts";
import { settingsOf } from "../settings.ts";
import { erasePerson } from "./erase-person.ts";

/** The longest time for one run of the job that deletes features, in milliseconds. */
export const retentionLimit = 10 * 60_000;

/** People erased in one run. */
const peopleAtOnce = 50;

/**
 * Changes how many days after the end of a study the features of all people are deleted; null: never. The learner cannot
 * go on without features, so this waits for the end. They are deleted 14 days after the change at the earliest.
 *
 * @throws DomainError "study-not-ready" for a draft; "retention-over" once they are due
 */
export function changeRetention(
  app: App,
  { studyId, days }: { readonly studyId: string; readonly days: number | null },
): Promise<void> {
  return writeStudy(app, studyId, async ({ study, clock, append, patch }) => {
    settingsOf(study);
    if (retentionState(study, clock) === "over") throw new DomainError("retention-over", t.retentionOver());
    if (study.retentionDays === days) return;
    const { at } = append("retention.changed", { days });
    const { endedAt } = study;
    const dueAt = endedAt === null || days === null ? null : featuresDueAt({ endedAt, changedAt: at, days });
    patch({ retentionDays: days, featuresDueAt: dueAt });
  });
}

/** Returns whether features are kept, are to be deleted after the study's end, or are being deleted or gone. */
function retentionState(
  { retentionDays, endedAt, featuresDueAt: dueAt }: StudyRow,
  now: number,
): "kept" | "planned" | "over" {
  if (retentionDays === null) return "kept";
  return endedAt === null || (dueAt !== null && dueAt > now) ? "planned" : "over";
}

/** Describes the retention of a study for its pages. */
export function retentionOf(study: StudyRow, now: number) {
  const { retentionDays: days, featuresDueAt: dueAt } = study;
  return { days, dueAt, state: retentionState(study, now) };
}

/** Lists the studies in which features of people are due to be deleted. */
export function listDueStudies(app: App): Promise<{ studyId: string }[]> {
  return app.store.read((db) => listFeaturesDue(db, app.now()));
}

/**
 * Erases people of a study whose features are due to be deleted: each as an operator would, so that the log stays
 * replayable.
 *
 * @returns 0 while people are left, for a next run at once; null if it is done or not due
 */
export async function deleteDueFeatures(
  app: App,
  { studyId }: { readonly studyId: string },
): Promise<number | null> {
  const { isDue, people, accountId } = await app.store.read(async (db) => {
    const dueAt = (await findStudy(db, studyId))?.featuresDueAt ?? null;
    return {
      isDue: dueAt !== null && dueAt <= app.now(),
      people: await listUnerased(db, { studyId, limit: peopleAtOnce }),
      accountId: await findCreator(db, studyId),
    };
  });
  if (!isDue || accountId === undefined) return null;
  for (const personId of people) {
    await erasePerson(app, { studyId, personId, accountId, cause: "retention" });
  }
  if (people.length === peopleAtOnce) return 0;
  await writeStudy(app, studyId, async ({ patch }) => patch({ featuresDueAt: null }));
  return null;
}
