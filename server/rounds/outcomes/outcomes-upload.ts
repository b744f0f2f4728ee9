import type { Reader } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import type { App } from "#server/platform/app/app.ts";
import { lockIdle } from "#server/platform/app/job-lease.ts";
import { identifierNames } from "#server/studies/labels.ts";
import { learningOf, requireStudy, settingsOf } from "#server/studies/settings.ts";
import { type ConfirmedUse, fileJob } from "#server/studies/uploads/confirm-file.ts";
import { findFile } from "#server/studies/uploads/stored-file.ts";
import type { PlannedFile } from "#server/study/files/outcomes/outcome-tasks.ts";
import { type OutcomesChoices, outcomesChoicesSchema } from "#server/study/files/outcomes/outcomes-file.ts";
import { guessOutcomeColumns } from "#server/study/outcome-columns.ts";
import { readOutcomeStatuses } from "./read-outcome-statuses.ts";
import { type RecordedUpload, recordedUploadSchema, recordUpload } from "./record-upload.ts";

const chunkSize = 200;

/** The longest time for recording a file, in milliseconds. */
const recordingLimit = 60 * 60_000;

const work = {
  kind: "record-outcomes" as const,
  busy: t.outcomesRecording,
  limitMs: recordingLimit,
};

/** The use of a file with outcomes of many people. */
export const uploadedOutcomes: ConfirmedUse<OutcomesChoices, PlannedFile, RecordedUpload> = {
  kind: "outcomes",
  choicesSchema: outcomesChoicesSchema,
  receiptSchema: recordedUploadSchema,
  work,

  async lock(tx, studyId, clocks) {
    const study = await lockIdle(tx, studyId, work, clocks);
    if (study !== undefined) learningOf(settingsOf(study));
  },

  async decide(tx, { studyId, format, reading }) {
    const { identifiers } = await readGround(tx, studyId);
    return { format, ...guessOutcomeColumns(reading.columns, identifiers) };
  },

  async plan(app, { studyId, packed, choices }) {
    const statuses = await readOutcomeStatuses(app, studyId);
    return app.pool.run("planOutcomesFile", { packed, choices, statuses, chunkSize });
  },

  carryOut: recordUpload,
};

export const recordingJob = fileJob(uploadedOutcomes);

/** Reads the uploaded file, and the study's names for its columns. */
export function readUploadedOutcomes(app: App, studyId: string) {
  return app.store.read(async (db) => ({
    ...(await readGround(db, studyId)),
    file: await findFile(db, uploadedOutcomes, studyId),
  }));
}

/** Reads the facts that a file must fit. @throws DomainError "study-not-ready" for a draft, "study-audits" */
async function readGround(db: Reader, studyId: string) {
  const study = await requireStudy(db, studyId);
  learningOf(settingsOf(study));
  return { studyName: study.name, identifiers: await identifierNames(db, studyId) };
}
