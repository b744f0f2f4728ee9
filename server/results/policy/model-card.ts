import { findLatestGuideline } from "#db/queries/guidelines.ts";
import type { App } from "#server/platform/app/app.ts";
import { learningOf, requireStudy, settingsOf } from "#server/studies/settings.ts";
import { modelCardOf } from "#server/study/policy/model-card.ts";
import { readPolicyFile } from "./policy-file.ts";
import { readOverview } from "./read-overview.ts";

/**
 * Writes the model card of a round's policy in Markdown, in English for all readers. Every figure follows from the log.
 *
 * @throws DomainError as readPolicyFile
 */
export async function readModelCard(app: App, of: { studyId: string; round: number }): Promise<string> {
  const { studyId, round } = of;
  const policy = await readPolicyFile(app, of);
  const { closed } = await readOverview(app, studyId);
  const { study, purpose } = await app.store.read(async (db) => ({
    study: await requireStudy(db, studyId),
    purpose: (await findLatestGuideline(db, studyId))?.purpose ?? "",
  }));
  const settings = learningOf(settingsOf(study));
  const head = { seq: study.nextSeq - 1, hash: study.headHash };
  return modelCardOf(policy, settings, {
    purpose,
    head,
    closed: closed.filter((each) => each.round < round),
  });
}
