import { updateRunningJob } from "#db/queries/jobs.ts";
import { insertOutcomes, listOutcomes } from "#db/queries/outcomes.ts";
import type { Tx } from "#db/store/store.ts";
import { DomainError } from "#server/errors.ts";
import type { PlannedFile } from "#server/files/outcomes/outcome-tasks.ts";
import type { PlannedOutcome } from "#server/files/outcomes/plan-outcomes.ts";
import type { App } from "#server/services/app/app.ts";
import {
  beginJob,
  failJob,
  type HeldJob,
  type JobProgress,
  readJob,
  renewJob,
} from "#server/services/app/long-job.ts";
import { type StudyWriter, writeStudy } from "#server/services/app/study-writer.ts";
import { applyInBackground } from "../learner/apply-updates.ts";
import { lockIdle, planStoredFile, recordKind, removeOutcomesFile } from "./outcomes-file.ts";

/** What was done, and what was not because somebody else recorded something meanwhile. */
export type RecordedFile = {
  readonly newCount: number;
  readonly correctedCount: number;
  /** The outcome stood there already when its turn came. */
  readonly presentCount: number;
  /** Another outcome stood there than in the preview: it was left as it is. */
  readonly changedCount: number;
  readonly refusedCount: number;
};

type Tally = Omit<RecordedFile, "refusedCount">;

const nothing: Tally = { newCount: 0, correctedCount: 0, presentCount: 0, changedCount: 0 };

/**
 * Begins to record the outcomes of the stored file as its preview showed them; `readRecording` tells how it goes. They
 * are recorded a chunk at a time, each in one transaction with its log entries. A recording that was cut off is begun
 * again in the same way: the preview then shows only what is still missing.
 *
 * @param input.plan the hash of the preview that was confirmed
 * @throws DomainError "draft-outdated" if it would do something else by now; "busy" while another goes on
 */
export async function startRecording(
  app: App,
  input: { studyId: string; accountId: string; fileId: string; plan: string },
): Promise<{ finished: Promise<void> }> {
  const { studyId, accountId, fileId } = input;
  const plan = await planStoredFile(app, { studyId, fileId });
  if (plan?.hash !== input.plan) {
    const message =
      "Something was recorded or decided since this preview was made. Look at the new one first.";
    throw new DomainError("draft-outdated", message);
  }
  const id = app.newId();
  const job = await app.store.tx(async (tx) => {
    const now = await lockIdle(app, tx, studyId);
    return beginJob(tx, { id, studyId, kind: recordKind, accountId, now });
  });
  const finished = recordAll(app, job, plan)
    .catch((error: unknown) => failJob(app, job, error, "outcomes file"))
    .finally(() => applyInBackground(app, studyId));
  return { finished };
}

/** How the recording of the last file goes or went. */
export function readRecording(app: App, studyId: string) {
  return app.store.read(async (db) => {
    const job = await readJob(db, studyId, recordKind, app.now());
    if (job.state === "done") {
      return { state: "done" as const, result: JSON.parse(job.result ?? "{}") as RecordedFile };
    }
    if (job.state === "none") return { state: "none" as const };
    if (job.state === "running") return { state: "running" as const, ...job.progress };
    const message = job.state === "failed" ? job.message : "The server was stopped while it recorded them.";
    return { state: "failed" as const, message, ...job.progress };
  });
}

async function recordAll(app: App, job: HeldJob, { chunks, newCount, ...plan }: PlannedFile): Promise<void> {
  const total = plan.corrections.reduce((sum, { count }) => sum + count, newCount);
  const decoder = new TextDecoder();
  let tally = nothing;
  let done = 0;
  for (const chunk of chunks) {
    const outcomes = JSON.parse(decoder.decode(chunk)) as PlannedOutcome[];
    done += outcomes.length;
    const recorded = await recordChunk(app, job, outcomes, { done, total });
    tally = sum(tally, recorded);
  }
  const result: RecordedFile = { ...tally, refusedCount: plan.refusedCount };
  await app.store.tx(async (tx) => {
    const patch = { state: "done" as const, result: JSON.stringify(result), updatedAt: app.now() };
    if (await updateRunningJob(tx, job, patch)) await removeOutcomesFile(tx, job.studyId);
  });
}

/** The outcomes, their entries and the progress together or not at all. */
function recordChunk(
  app: App,
  job: HeldJob,
  outcomes: readonly PlannedOutcome[],
  progress: JobProgress,
): Promise<Tally> {
  return writeStudy(app, job.studyId, async (writer) => {
    await renewJob(writer.tx, job, progress, writer.now);
    const present = await lastOutcomes(writer.tx, job.studyId, outcomes);
    const tally = { ...nothing };
    const rows: Row[] = [];
    for (const outcome of outcomes) {
      const last = present.get(`${outcome.round}/${outcome.position}`);
      if (last?.value === outcome.value) tally.presentCount += 1;
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

/** Not asked again whether the person was picked: a closed round stays as it is, and the table's foreign key would refuse. */
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

function sum(a: Tally, b: Tally): Tally {
  return {
    newCount: a.newCount + b.newCount,
    correctedCount: a.correctedCount + b.correctedCount,
    presentCount: a.presentCount + b.presentCount,
    changedCount: a.changedCount + b.changedCount,
  };
}
