import type { StudyDraft } from "#server/draft/draft.ts";
import type { RulesContext } from "#server/draft/rules/kind.ts";
import { rulesContext } from "#server/draft/rules/rules.ts";
import { buildAudit } from "#server/draft/settings/audit.ts";
import { missingIn } from "#server/draft/settings/missing.ts";
import { priorKindOf, wantedShare } from "#server/draft/settings/prior.ts";
import { buildSettings } from "#server/draft/settings/settings.ts";
import type { PackedFile } from "#server/files/reading/packed-file.ts";
import type { Start } from "#server/jobs/start-tasks.ts";
import type { LearningSettings, StudySettings } from "#server/log/entries.ts";
import type { App } from "#server/services/app/app.ts";
import { acceptedOf, findFile, requireWhole } from "#server/services/files/stored-file.ts";
import { findOpenDraft, peopleKind } from "./draft.ts";
import { recordsPrior } from "./records-file.ts";

/** Where a study of this draft starts, over the people of its file; null while people, rules or settings are not complete. */
export async function readStart(app: App, studyId: string): Promise<Omit<Start, "prior"> | null> {
  const found = await app.store.read(async (db) => {
    const draft = await findOpenDraft(db, studyId);
    const reading = (await findFile(db, peopleKind, studyId))?.reading ?? null;
    const context = draft === null ? null : rulesContext(draft, reading);
    if (draft === null || draft.kind === "audit" || context === null) return null;
    if (missingIn(draft, reading).some(({ step }) => step !== "purpose")) return null;
    return { draft, context, ...(await requireWhole(db, peopleKind, { studyId })) };
  });
  if (found === null) return null;
  const { prior: _, ...start } = await startOf(app, found, await withRecords(app, found));
  return start;
}

/**
 * The settings of a complete draft, the start included that only the people or past records could tell.
 *
 * @throws DomainError "bad-input" if no start is as it was wanted
 */
export async function settledSettings(app: App, given: Given): Promise<StudySettings> {
  if (given.draft.kind === "audit") return buildAudit(given.draft, given.context.columns);
  const settings = await withRecords(app, given);
  if (wantedShare(given.draft.settings) === null) return settings;
  const { prior } = await startOf(app, given, settings);
  return prior === null ? settings : { ...settings, learner: { ...settings.learner, prior } };
}

/** Past records are summed up into the settings; the records themselves go no further. */
async function withRecords(app: App, { studyId, draft, context }: Given): Promise<LearningSettings> {
  const settings = buildSettings(draft.settings, context);
  if (priorKindOf(draft.settings) !== "records") return settings;
  const prior = await recordsPrior(app, studyId, settings);
  return { ...settings, learner: { ...settings.learner, prior } };
}

type Given = {
  readonly studyId: string;
  readonly draft: StudyDraft;
  readonly context: RulesContext;
  readonly packed: PackedFile;
};

async function startOf(
  app: App,
  { draft, packed }: Given,
  { learner: spec }: LearningSettings,
): Promise<Start> {
  if (draft.people === null) throw new Error("a start without people");
  const input = { packed, people: draft.people, spec, wanted: wantedShare(draft.settings) };
  return acceptedOf(await app.pool.run("findStart", input));
}
