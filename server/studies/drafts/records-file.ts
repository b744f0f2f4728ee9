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
import { guessMeanings } from "#server/study/outcome-words.ts";
import {
  matchRecords,
  type RecordsChoices,
  type RecordsMatch,
  recordsChoicesSchema,
} from "#server/study/records.ts";
import type { RecordsCheck } from "#server/workers/records-tasks.ts";
import { findOpenDraft, lockDraft, peopleKind } from "./draft.ts";

export const recordsKind: UploadedKind<RecordsChoices> = {
  kind: "past-records",
  choicesSchema: recordsChoicesSchema,
};

/** The file of past records with their outcomes, for the start of a study. It is deleted on publication. */
export const draftRecords: FileUse<RecordsChoices, RecordsCheck> = {
  ...recordsKind,

  lock: (tx, studyId, clocks) => lockDraft(tx, studyId, clocks),

  async decide(_, { format, reading }) {
    const meanings = reading.columns.map(({ words }) => guessMeanings(words));
    const found = meanings.findIndex((each) => new Set(each.map(({ means }) => means)).size > 1);
    const wordsOf = (what: "yes" | "no") =>
      (meanings[found] ?? []).flatMap(({ word, means }) => (means === what ? [word] : []));
    return { format, outcome: found === -1 ? null : found, yes: wordsOf("yes"), no: wordsOf("no") };
  },

  async plan(app, file) {
    if (file.choices.outcome === null) return { value: null };
    const match = await matchOf(app, file);
    return app.pool.run("checkRecords", { packed: file.packed, match });
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
  const match = await matchOf(app, file);
  return acceptedOf(await app.pool.run("sumRecords", { packed: file.packed, match, spec }));
}

async function matchOf(
  app: App,
  { studyId, reading, choices }: WholeFile<RecordsChoices>,
): Promise<RecordsMatch> {
  const { people, headers } = await app.store.read(async (db) => ({
    people: ((await findOpenDraft(db, studyId)) satisfies StudyDraft | null)?.people ?? null,
    headers: (await findFile(db, peopleKind, studyId))?.reading.columns.map(({ name }) => name) ?? [],
  }));
  if (people === null) throw new DomainError("bad-input", t.peopleFirst());
  const match = matchRecords(people, headers, reading, choices);
  if (!("missing" in match)) return match;
  const missing = match.missing.map((name) => `“${name}”`).join(", ");
  throw new DomainError("bad-input", t.recordsLackColumns({ columns: missing }));
}
