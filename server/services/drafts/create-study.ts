import { insertGuideline } from "#db/queries/guidelines.ts";
import { insertMembership } from "#db/queries/seats.ts";
import { insertStudy } from "#db/queries/studies.ts";
import { canonicalJson } from "#server/log/canonical.ts";
import { genesisPrev } from "#server/log/chain.ts";
import type { StudySettings } from "#server/log/entries.ts";
import { guidelineHash } from "#server/log/guidelines.ts";
import { seedChainLength } from "#server/log/seeds.ts";
import type { App } from "#server/services/app/app.ts";
import { seedAnchor } from "#server/services/app/seeds.ts";
import { type StudyWriter, studyWriter } from "#server/services/app/study-writer.ts";
import { checkSettings } from "#server/services/studies/settings.ts";

export type NewStudy = {
  readonly name: string;
  readonly purpose: string;
  readonly guidelines: string;
  readonly settings: StudySettings;
  readonly isDemo?: boolean;
};

/**
 * Makes a study that can take people and seats: its log begins, its seed chain is fixed, its maker operates it.
 * @throws DomainError "bad-input" for settings outside their limits
 */
export async function createStudy(
  app: App,
  operatorId: string,
  input: NewStudy,
): Promise<{ studyId: string }> {
  checkSettings(input.settings);
  const studyId = app.newId();
  const anchor = await seedAnchor(app, studyId);
  await app.store.tx(async (tx) => {
    const now = app.now();
    const row = {
      id: studyId,
      name: input.name,
      state: "ready" as const,
      isDemo: input.isDemo ?? false,
      settings: canonicalJson(input.settings),
      nextSeq: 1,
      headHash: genesisPrev,
      headAt: now,
      roundCount: 0,
      appliedSeq: 0,
    };
    await insertStudy(tx, { ...row, fence: 0, createdBy: operatorId, createdAt: now });
    await insertMembership(tx, { studyId, accountId: operatorId, role: "operator", createdAt: now });
    const { writer, flush } = studyWriter(tx, row, now);
    const { purpose, guidelines: body, settings } = input;
    await beginLog(writer, { settings, anchor, purpose, body, operatorId });
    await flush();
  });
  return { studyId };
}

/** The first entry of a study's log, with the first version of its guidelines. */
export async function beginLog(
  { tx, study, now, append }: StudyWriter,
  first: { settings: StudySettings; anchor: string; purpose: string; body: string; operatorId: string },
): Promise<void> {
  const { settings, anchor, purpose, body, operatorId } = first;
  const guidelines = { version: 1, hash: guidelineHash(purpose, body) };
  const row = { studyId: study.id, ...guidelines, purpose, body, createdBy: operatorId, createdAt: now };
  await insertGuideline(tx, row);
  append("study.created", { settings, seedChain: { anchor, length: seedChainLength }, guidelines });
}
