import { z } from "zod";
import { insertOutcomes, listOutcomes } from "#db/queries/outcomes.ts";
import { listOverrides } from "#db/queries/overrides.ts";
import { listErasedPositions } from "#db/queries/round-people.ts";
import type { Reader, Tx } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import type { App } from "#server/platform/app/app.ts";
import { type HeldJob, type JobProgress, lockIdle, renewJob } from "#server/platform/app/job-lease.ts";
import { enqueue } from "#server/platform/app/job-queue.ts";
import { type StudyWriter, writeStudy } from "#server/platform/app/study-writer.ts";
import { identifierNames } from "#server/studies/labels.ts";
import { learningOf, requireStudy, settingsOf } from "#server/studies/settings.ts";
import { type Confirmed, type ConfirmedUse, fileJob } from "#server/studies/uploads/confirm-file.ts";
import { findFile } from "#server/studies/uploads/stored-file.ts";
import type { PlannedFile } from "#server/study/files/outcomes/outcome-tasks.ts";
import { type OutcomesChoices, outcomesChoicesSchema } from "#server/study/files/outcomes/outcomes-file.ts";
import type { PlannedOutcome } from "#server/study/files/outcomes/plan-outcomes.ts";
import { decodeChunks } from "#server/study/files/reading/chunks.ts";
import { guessOutcomeColumns } from "#server/study/outcome-columns.ts";
import { readOutcomeStatuses } from "./read-outcome-statuses.ts";

const chunkSize = 200;

/** The longest time for recording a file, in milliseconds. */
const recordingLimit = 60 * 60_000;

const work = {
  kind: "record-outcomes" as const,
  busy: t.outcomesRecording,
  limitMs: recordingLimit,
};

/** What was recorded, and what was not because another recording came first. */
const recordedUploadSchema = z.strictObject({
  newCount: z.int(),
  correctedCount: z.int(),
  /** The same outcome was recorded already when its turn came. */
  presentCount: z.int(),
  /** An outcome different from the preview's was recorded: it was left as it is. */
  changedCount: z.int(),
  refusedCount: z.int(),
});

type RecordedUpload = z.output<typeof recordedUploadSchema>;

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
  return { identifiers: await identifierNames(db, studyId) };
}

type Tally = Omit<RecordedUpload, "refusedCount">;

const nothing: Tally = { newCount: 0, correctedCount: 0, presentCount: 0, changedCount: 0 };

/**
 * Records the outcomes of a file in chunks, each in one transaction with its log entries. An interrupted recording is
 * started again in the same way: the preview then shows only what is still missing.
 *
 * @throws DomainError "busy" once another process has taken over
 */
async function recordUpload(
  app: App,
  { job, plan, settle }: Confirmed<OutcomesChoices, PlannedFile, RecordedUpload>,
): Promise<void> {
  const { chunks, newCount, corrections, refusedCount } = plan;
  const total = corrections.reduce((sum, { count }) => sum + count, newCount);
  let tally = nothing;
  try {
    for (const { rows, done } of decodeChunks(chunks)) {
      tally = await recordChunk(app, job, rows, { done, total }, tally);
    }
    await app.store.tx((tx) => settle(tx, { ...tally, refusedCount }, app.now()));
  } finally {
    enqueue(app, { kind: "update-learner", studyId: job.studyId });
  }
}

/** Records the outcomes of a chunk, their entries and the progress together or not at all. @returns the tally with them */
function recordChunk(
  app: App,
  job: HeldJob,
  outcomes: readonly PlannedOutcome[],
  progress: JobProgress,
  before: Tally,
): Promise<Tally> {
  return writeStudy(app, job.studyId, async (writer) => {
    await renewJob(writer.tx, job, progress, app);
    const present = await lastOutcomes(writer.tx, job.studyId, outcomes);
    const refused = await refusedPlaces(writer.tx, job.studyId, outcomes);
    const tally = { ...before };
    const rows: Row[] = [];
    for (const outcome of outcomes) {
      const last = present.get(`${outcome.round}/${outcome.position}`);
      if (refused.has(`${outcome.round}/${outcome.position}`)) tally.changedCount += 1;
      else if (last?.value === outcome.value) tally.presentCount += 1;
      else if ((last?.value ?? null) !== outcome.before) tally.changedCount += 1;
      else {
        tally[last === undefined ? "newCount" : "correctedCount"] += 1;
        rows.push(rowOf(writer, job, outcome, (last?.version ?? 0) + 1));
      }
    }
    if (rows.length > 0) await insertOutcomes(writer.tx, rows);
    return tally;
  });
}

type Row = Parameters<typeof insertOutcomes>[1][number];

/**
 * Builds the row of an outcome. Whether the person was picked is not checked again: a closed round does not change, and
 * the table's foreign key would refuse.
 */
function rowOf({ append, now }: StudyWriter, job: HeldJob, outcome: PlannedOutcome, version: number): Row {
  const { round, position, value } = outcome;
  const { seq } = append("outcome.recorded", { round, position, version, value });
  const idempotencyKey = `${job.id}/${round}/${position}`;
  const row = { studyId: job.studyId, round, position, version, selected: 1, value, idempotencyKey, seq };
  return { ...row, recordedBy: job.accountId, recordedAt: now };
}

async function lastOutcomes(tx: Tx, studyId: string, outcomes: readonly PlannedOutcome[]) {
  const rounds = [...new Set(outcomes.map(({ round }) => round))];
  const rows = await listOutcomes(tx, studyId, rounds);
  return new Map(rows.map((row) => [`${row.round}/${row.position}`, row]));
}

/** Finds the people who were erased, or about whom a person decided otherwise, since the file was read. */
async function refusedPlaces(tx: Tx, studyId: string, outcomes: readonly PlannedOutcome[]) {
  const rounds = [...new Set(outcomes.map(({ round }) => round))];
  const erased = await listErasedPositions(tx, studyId, rounds);
  const rows = [...erased, ...(await listOverrides(tx, studyId, rounds))];
  return new Set(rows.map(({ round, position }) => `${round}/${position}`));
}
