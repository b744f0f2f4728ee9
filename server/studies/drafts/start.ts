import * as t from "#messages/refusals.ts";
import type { LearningSettings, StudySettings } from "#server/audit-log/entries.ts";
import { DomainError } from "#server/errors.ts";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import type { App } from "#server/platform/app/app.ts";
import { acceptedOf, findFile, requireWholeUpload } from "#server/studies/uploads/stored-file.ts";
import type { StudyDraft } from "#server/study/draft.ts";
import type { PackedFile } from "#server/study/files/reading/packed-file.ts";
import type { RulesContext } from "#server/study/rules/kind.ts";
import { missingRules, rulesContext } from "#server/study/rules/rules.ts";
import { buildAudit } from "#server/study/settings/audit.ts";
import { missingIn } from "#server/study/settings/missing-in-draft.ts";
import { priorKindOf, wantedShare } from "#server/study/settings/prior.ts";
import { buildSettings, missingSettings } from "#server/study/settings/settings.ts";
import { type CureName, cureNames, cureParts } from "#server/study/start/cures.ts";
import { findOpenDraft, peopleKind } from "./open-draft.ts";
import { recordsPrior } from "./records-file.ts";
import { requireRules } from "./rules-file.ts";

/**
 * Computes the start of a draft's study over the people of its file; null while people, rules or settings are
 * incomplete.
 *
 * @param signal aborts the computation when its result is no longer needed
 * @throws DomainError "bad-input" if no start fits the wanted share; "busy" if it was aborted
 */
export async function readStart(app: App, studyId: string, signal?: AbortSignal) {
  const found = await app.store.read(async (db) => {
    const draft = await findOpenDraft(db, studyId);
    const reading = (await findFile(db, peopleKind, studyId))?.reading ?? null;
    const context = draft === null ? null : rulesContext(draft, reading);
    if (draft === null || draft.kind === "audit" || context === null) return null;
    if (missingIn(draft, reading).some(({ step }) => step !== "purpose")) return null;
    return { draft, context, ...(await requireWholeUpload(db, peopleKind, { studyId })) };
  });
  if (found === null) return null;
  const { learner: spec } = await withRecords(app, found);
  const input = { ...inputOf(found), spec, wanted: wantedShare(found.draft.settings), cures: curesOf(found) };
  try {
    return acceptedOf(await app.pool.run("pictureStart", input, signal));
  } catch (error) {
    if (signal?.aborted) throw new DomainError("busy", t.requestReplaced(), [], { cause: error });
    throw error;
  }
}

/**
 * Returns the settings of a complete draft, including the start, which depends on the people or on past records.
 *
 * @throws DomainError "bad-input" if no start fits the wanted share
 */
export async function settledSettings(app: App, given: StartInputs): Promise<StudySettings> {
  if (given.draft.kind === "audit") return buildAudit(given.draft, given.context.columns);
  const settings = await withRecords(app, given);
  const wanted = wantedShare(given.draft.settings);
  if (wanted === null) return settings;
  const input = { ...inputOf(given), spec: settings.learner, wanted };
  const { prior } = acceptedOf(await app.pool.run("solveStart", input));
  return prior === null ? settings : { ...settings, learner: { ...settings.learner, prior } };
}

type StartInputs = {
  readonly studyId: string;
  readonly draft: StudyDraft;
  readonly context: RulesContext;
  readonly packed: PackedFile;
};

/**
 * Summarises past records in the settings. The records themselves are used for nothing else.
 * @throws DomainError "bad-input"
 */
async function withRecords(app: App, { studyId, draft, context }: StartInputs): Promise<LearningSettings> {
  const settings = buildSettings(draft.settings, context);
  await requireRules(app, studyId, settings.learner);
  if (priorKindOf(draft.settings) !== "records") return settings;
  const prior = await recordsPrior(app, studyId, settings);
  return { ...settings, learner: { ...settings.learner, prior } };
}

function inputOf({ draft, packed }: StartInputs) {
  if (draft.people === null) throw new Error("a start without people");
  return { packed, people: draft.people };
}

type CureInput = { readonly name: CureName; readonly spec: LearnerSpec; readonly wanted: string | null };

/** Returns the settings of every suggested correction that applies and that the learner would accept. */
function curesOf({ draft, context }: StartInputs): CureInput[] {
  return cureNames.flatMap((name) => {
    const changed = cureParts(name, draft, context);
    if (changed === null || (name === "even" && priorKindOf(draft.settings) === "records")) return [];
    const settings = changed.settings ?? draft.settings;
    const rules = { ...context, rules: changed.rules ?? context.rules };
    if (missingRules(rules).length > 0 || missingSettings(settings, rules).length > 0) return [];
    return [{ name, spec: buildSettings(settings, rules).learner, wanted: wantedShare(settings) }];
  });
}
