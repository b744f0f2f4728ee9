import { insertGuideline } from "#db/queries/guidelines.ts";
import { insertMembership } from "#db/queries/seats.ts";
import { insertStudy } from "#db/queries/studies.ts";
import { canonicalJson } from "#server/log/canonical.ts";
import { genesisPrev } from "#server/log/chain.ts";
import type { StudySettings } from "#server/log/entries.ts";
import { guidelineHash } from "#server/log/guidelines.ts";
import type { App } from "../app.ts";
import { seedAnchor, seedChainLength } from "../seeds.ts";
import { studyWriter } from "../study-writer.ts";
import { checkSettings } from "./settings.ts";

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
  const guidelines = { version: 1, hash: guidelineHash(input.purpose, input.guidelines) };
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
    await insertGuideline(tx, {
      studyId,
      ...guidelines,
      purpose: input.purpose,
      body: input.guidelines,
      createdBy: operatorId,
      createdAt: now,
    });
    const { writer, flush } = studyWriter(tx, row, now);
    writer.append("study.created", {
      settings: input.settings,
      seedChain: { anchor, length: seedChainLength },
      guidelines,
    });
    await flush();
  });
  return { studyId };
}
