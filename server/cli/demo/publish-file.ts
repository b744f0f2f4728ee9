import type { App } from "#server/platform/app/app.ts";
import type { DraftParts } from "#server/schemas/drafts.ts";
import { createDraft } from "#server/studies/drafts/create-draft.ts";
import { draftPeople } from "#server/studies/drafts/draft-file.ts";
import { readDraft, saveDraft } from "#server/studies/drafts/open-draft.ts";
import { readPublishing, startPublishing } from "#server/studies/drafts/publish-job.ts";
import { takeFile } from "#server/studies/uploads/waiting-file.ts";
import type { StudyDraft, StudyKind } from "#server/study/draft.ts";
import type { FormatChoices } from "#server/study/reading.ts";

/** The steps of an operator from the first click to a published study, for a program. */
type FileToPublish = {
  readonly operatorId: string;
  readonly name: string;
  readonly kind?: StudyKind;
  readonly isDemo?: boolean;
  readonly bytes: Uint8Array;
  /** The format, where it would be detected wrongly. */
  readonly format?: FormatChoices;
  /** Returns the answers to the steps, once the file was read. */
  readonly answers: (draft: Answered) => DraftParts;
};

export type Answered = StudyDraft & { readonly people: NonNullable<StudyDraft["people"]> };

/**
 * Publishes a study and waits until that is done.
 *
 * @returns its id
 * @throws DomainError "bad-input" if the file or the answers are refused; Error if the publication fails
 */
export async function publishFile(app: App, file: FileToPublish): Promise<string> {
  const { operatorId, answers, kind, ...made } = file;
  const { studyId } = await createDraft(app, operatorId, { ...made, ...(kind && { start: kind }) });
  const upload = { name: "people.csv", bytes: file.bytes, ...(file.format && { format: file.format }) };
  await takeFile(app, draftPeople, { studyId, accountId: operatorId, ...upload });
  const { draft } = (await readDraft(app, studyId)) ?? {};
  if (!draft?.people) throw new Error("the file was not taken");
  const parts = answers({ ...draft, people: draft.people });
  const { revision } = await saveDraft(app, { studyId, revision: draft.revision, parts });
  const { finished } = await startPublishing(app, { studyId, accountId: operatorId, revision });
  await finished;
  const end = await readPublishing(app, studyId);
  if (end.state !== "done") throw new Error(`the draft was not published: ${JSON.stringify(end)}`);
  return studyId;
}
