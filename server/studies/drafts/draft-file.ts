import type { App } from "#server/platform/app/app.ts";
import { type FileUse, type FreshlyRead, rereadFile } from "#server/studies/uploads/waiting-file.ts";
import { inFileOrder } from "#server/study/columns.ts";
import type { StudyDraft } from "#server/study/draft.ts";
import { peopleFor, rulesFor } from "#server/study/empty-draft.ts";
import type { DraftCheck } from "#server/study/files/people/people-tasks.ts";
import type { FormatChoices } from "#server/study/reading.ts";
import { findOpenDraft, lockDraft, peopleKind, writeDraft } from "./open-draft.ts";

/** The file of a draft's people. It is kept until the study is published. */
export const draftPeople: FileUse<null, DraftCheck> = {
  ...peopleKind,

  lock: (tx, studyId, clocks) => lockDraft(tx, studyId, clocks),

  async decide(tx, read) {
    const draft = await findOpenDraft(tx, read.studyId);
    if (draft !== null) await writeDraft(tx, read.studyId, withPeople(draft, read), read.now);
    return null;
  },

  async plan(app, { studyId, packed }) {
    const people = (await app.store.read((db) => findOpenDraft(db, studyId)))?.people ?? null;
    if (people === null) return { value: null };
    const checked = await app.pool.run("checkPeopleFile", { packed, people });
    if ("value" in checked) return checked;
    const { problems } = checked.refused;
    const leftOut = { withErrors: 0, asOutliers: 0 };
    const wrong = { errorCount: problems.length, rowCount: 0, canBeLeftOut: false };
    return { value: { count: 0, problems, wrong, isReady: false, leftOut, emptied: 0, copies: [] } };
  },
};

/**
 * Reads the stored file again, in the format that the operator chose.
 *
 * @throws DomainError "bad-input" if it cannot be read that way; "draft-outdated" if the draft or its file changed
 *   meanwhile
 */
export function rereadPeople(
  app: App,
  { studyId, revision, format }: { studyId: string; revision: number; format: FormatChoices },
): Promise<void> {
  const seen: typeof draftPeople = {
    ...draftPeople,
    lock: (tx, id, clocks) => lockDraft(tx, id, clocks, revision),
  };
  return rereadFile(app, seen, { studyId, format });
}

/** Returns the draft with its choices for the file. Earlier choices are kept where they still fit. */
function withPeople(draft: StudyDraft, { reading, format, before }: FreshlyRead): StudyDraft {
  const known = draft.people && { people: draft.people, reading: before };
  const people = peopleFor(reading, format, known ?? undefined);
  const columns = before?.columns ?? (draft.people && inFileOrder(draft.people.columns));
  const rules = columns === null ? draft.rules : rulesFor(draft.rules, reading, { columns });
  return { ...draft, people, rules };
}
