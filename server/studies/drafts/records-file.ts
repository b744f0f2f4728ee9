import * as t from "#messages/refusals.ts";
import type { LearningSettings } from "#server/audit-log/entries.ts";
import { DomainError } from "#server/errors.ts";
import type { Prior } from "#server/learner/config/spec.ts";
import type { App } from "#server/platform/app/app.ts";
import {
  acceptedOf,
  findFile,
  requireWholeUpload,
  type UploadedKind,
  type WholeFile,
} from "#server/studies/uploads/stored-file.ts";
import type { FileUse } from "#server/studies/uploads/waiting-file.ts";
import type { StudyDraft } from "#server/study/draft.ts";
import { guessYesAndNo } from "#server/study/outcome-words.ts";
import { matchRecords, type RecordsChoices, recordsChoicesSchema } from "#server/study/records.ts";
import type { RecordsCheck } from "#server/workers/records-tasks.ts";
import { findOpenDraft, lockDraft, peopleKind } from "./open-draft.ts";

export const recordsKind: UploadedKind<RecordsChoices> = {
  kind: "past-records",
  choicesSchema: recordsChoicesSchema,
};

/** The file of past records with their outcomes, for the start of a study. It is deleted on publication. */
export const draftRecords: FileUse<RecordsChoices, RecordsCheck> = {
  ...recordsKind,

  lock: (tx, studyId, clocks) => lockDraft(tx, studyId, clocks),

  async decide(_, { format, reading }) {
    const guessed = reading.columns.map(({ words }) => guessYesAndNo(words));
    const found = guessed.findIndex(({ yes, no }) => yes.length > 0 && no.length > 0);
    return { format, outcome: found === -1 ? null : found, yes: [], no: [], ...guessed[found], chance: null };
  },

  async plan(app, file) {
    if (file.choices.outcome === null) return { value: null };
    return app.pool.run("checkRecords", await recordsOf(app, file));
  },
};

/** Reads the file of past records that was uploaded. */
export async function readRecordsFile(app: App, studyId: string) {
  return { file: await app.store.read((db) => findFile(db, recordsKind, studyId)) };
}

/**
 * Computes the prior from the uploaded past records.
 *
 * @throws DomainError "bad-input" without a file, if it does not fit the people, or if it contains no information
 */
export async function recordsPrior(
  app: App,
  studyId: string,
  { learner: spec }: LearningSettings,
): Promise<Prior> {
  const file = await app.store.read(async (db) => {
    const isThere = (await findFile(db, recordsKind, studyId)) !== null;
    return isThere ? requireWholeUpload(db, recordsKind, { studyId }) : null;
  });
  if (file === null) {
    throw new DomainError("bad-input", t.recordsMissing());
  }
  if (file.choices.outcome === null) throw new DomainError("bad-input", t.recordsWithoutOutcome());
  return acceptedOf(await app.pool.run("sumRecords", { ...(await recordsOf(app, file)), spec }));
}

/** Returns the records as a worker reads them, with the study's people if both files say who is who. */
async function recordsOf(app: App, { studyId, packed, reading, choices }: WholeFile<RecordsChoices>) {
  const { people, file } = await app.store.read(async (db) => ({
    people: ((await findOpenDraft(db, studyId)) satisfies StudyDraft | null)?.people ?? null,
    file:
      (await findFile(db, peopleKind, studyId)) && (await requireWholeUpload(db, peopleKind, { studyId })),
  }));
  if (people === null) throw new DomainError("bad-input", t.peopleFirst());
  const headers = file?.reading.columns.map(({ name }) => name) ?? [];
  const match = matchRecords(people, headers, reading, choices);
  if ("missing" in match) {
    const missing = match.missing.map((name) => `“${name}”`).join(", ");
    throw new DomainError("bad-input", t.recordsLackColumns({ columns: missing }));
  }
  if ("isChanceTaken" in match) throw new DomainError("bad-input", t.recordsChanceTaken());
  return { packed, match, studied: file && match.hasIdentifiers ? { packed: file.packed, people } : null };
}
