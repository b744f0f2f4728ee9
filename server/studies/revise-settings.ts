import type { z } from "zod";
import { findDraft, updateDraft } from "#db/queries/drafts.ts";
import type { Reader } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import * as words from "#messages/setupSettings.ts";
import { isAudit } from "#server/audit-log/entries.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { loadRuleList } from "#server/platform/app/rule-lists.ts";
import { changeSettings } from "#server/platform/app/study-settings.ts";
import { writeStudy } from "#server/platform/app/study-writer.ts";
import type { reviseSettingsSchema } from "#server/schemas/drafts.ts";
import { type Missing, studyDraftSchema } from "#server/study/draft.ts";
import { deadlineDaysOf } from "#server/study/labels-of-draft.ts";
import { revisedSettings, revisionRefusals, settingsToRevise } from "#server/study/settings/revised.ts";
import { changedSettings, revisionProblems } from "#server/study/settings/revision-problems.ts";
import { findStudyLabels } from "./labels.ts";
import { refuseEnded, requireStudy, settingsOf } from "./settings.ts";

/**
 * Reads the settings of a published study as its operator typed them.
 *
 * @throws DomainError "study-not-ready" for a draft
 */
export function readRevisableSettings(app: App, studyId: string) {
  return app.store.read(async (db) => {
    const { study, draft, before, hasStart } = await requireTyped(db, studyId);
    return {
      kind: draft.kind,
      revision: draft.revision,
      settings: before,
      hasStart,
      /** Whether only settings outside the log can still change. */
      isOpened: study.state !== "ready",
      isEnded: study.state === "ended",
    };
  });
}

/**
 * Revises the settings of a published study. Before the first opening all can change that do not come from the file of
 * people; afterwards only the usual deadline, which is in no log entry.
 *
 * @returns the number of the log entry; null if only the usual deadline changed
 * @throws DomainError "bad-input" with every setting that is wrong; "settings-fixed" after the first opening;
 *   "draft-outdated" if the settings were revised meanwhile; "study-ended"; "study-not-ready" for a draft
 */
export async function reviseSettings(
  app: App,
  { studyId, revision, settings }: z.output<typeof reviseSettingsSchema>,
): Promise<{ seq: number | null }> {
  const { draft, before, published, hasStart } = await app.store.read((db) => requireTyped(db, studyId));
  const changed = changedSettings(before, settings);
  if (changed.length === 0) throw new DomainError("bad-input", t.settingsSame());
  refuse(revisionProblems(before, { kind: draft.kind, settings }, hasStart));
  const revised = revisedSettings(settings, published);
  if (!isAudit(revised)) await loadRuleList(app, revised.learner);
  refuse(revisionRefusals({ ...draft, settings }, revised));
  return writeStudy(app, studyId, async (writer) => {
    const { tx, study, now, append, patch } = writer;
    refuseEnded(study);
    const current = await requireTyped(tx, studyId);
    if (current.draft.revision !== revision || revision !== draft.revision) {
      throw new DomainError("draft-outdated", t.settingsOutdated());
    }
    const fixed = study.state === "ready" ? [] : changed.filter((name) => name !== "deadlineDays");
    if (fixed.length > 0) {
      const names = fixed.map((setting) => words.settingName({ setting }));
      throw new DomainError("settings-fixed", t.settingsFixed({ settings: names.join(", ") }));
    }
    const labels = { ...(await findStudyLabels(tx, studyId)), deadlineDays: deadlineDaysOf(settings) };
    await updateDraft(tx, studyId, {
      name: study.name,
      labels: JSON.stringify(labels),
      draft: JSON.stringify({ ...draft, settings, revision: revision + 1, savedAt: now }),
    });
    if (!(await changeSettings(writer, revised))) return { seq: null };
    patch({ lotterySeq: null });
    return { seq: append("settings.revised", { settings: revised }).seq };
  });
}

async function requireTyped(db: Reader, studyId: string) {
  const study = await requireStudy(db, studyId);
  const published = settingsOf(study);
  const draft = studyDraftSchema.parse(JSON.parse((await findDraft(db, studyId))?.draft ?? "null"));
  const before = settingsToRevise(draft.settings, published);
  const hasStart = !isAudit(published) && published.learner.prior !== undefined;
  return { study, draft, before, published, hasStart };
}

function refuse(problems: readonly Missing[]): void {
  const [first] = problems;
  if (first === undefined) return;
  throw new DomainError(
    "bad-input",
    first.message,
    problems.map(({ field, message }) => ({ field: `settings.${field}`, message })),
  );
}
