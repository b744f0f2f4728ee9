import { deleteStudyRows, findStudy, lockStudy } from "#db/queries/studies.ts";
import * as t from "#messages/refusals.ts";
import { badInput, DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { logger } from "#server/platform/process/logger.ts";
import { recordSecurity } from "#server/platform/security-log/record.ts";
import { dropCachedStates } from "../learner/state-cache.ts";

/**
 * Deletes an ended study with its people, verdicts and log, in one transaction. An event of the security log stays. Its
 * high-water mark is retired, since the database no longer reaches it.
 *
 * @param name the study's name, typed by the operator
 * @throws DomainError "not-found"; "study-not-ended"; "bad-input" if the name differs
 */
export async function deleteStudy(
  app: App,
  { studyId, accountId, name }: { studyId: string; accountId: string; name: string },
): Promise<void> {
  await app.store.tx(async (tx) => {
    const study = await lockStudy(tx, studyId);
    if (study === undefined) throw new DomainError("not-found", t.studyUnknown());
    if (study.state !== "ended") throw new DomainError("study-not-ended", t.studyNotEnded());
    if (study.name.trim() !== name.trim()) throw badInput(t.studyNameDiffers(), "name");
    await deleteStudyRows(tx, studyId);
    await recordSecurity(app, tx, { kind: "study.deleted", actorId: accountId, accountId: null, studyId });
  });
  logger().info({ studyId, accountId }, "a study was deleted");
  dropCachedStates(app, studyId);
  await retireMark(app, studyId);
}

/** Retires the mark of a study that is no longer in the database. A start that finds one left does not miss the study. */
async function retireMark({ marks, store }: App, studyId: string): Promise<void> {
  const isGone = (await store.read((db) => findStudy(db, studyId))) === undefined;
  if (isGone && marks.list().includes(studyId)) await marks.retire(studyId);
}
