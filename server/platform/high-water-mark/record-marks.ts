import { listOpenRounds } from "#db/queries/rounds.ts";
import { findStudy } from "#db/queries/studies.ts";
import type { Reader, Store } from "#db/store/store.ts";
import { isStoreError } from "#db/store/store-error.ts";
import * as t from "#messages/refusals.ts";
import { DomainError } from "#server/errors.ts";
import { logger } from "#server/platform/process/logger.ts";
import { processWideOf } from "#server/platform/process/process-wide.ts";
import type { Marks } from "./files.ts";
import type { Fact, Mark } from "./mark.ts";

/** The parts of the application that recording marks needs. */
export type MarkedApp = { readonly store: Store; readonly marks: Marks };

/** The delay between a commit and its mark, in milliseconds. No request waits for it. */
const delayMs = 500;
const retryMs = 10_000;

/**
 * Records that a round is about to open, or to end and publish its link. A restored database may not contain that
 * round, and the same link must never be used for two draws.
 *
 * @throws DomainError "storage-full" if the mark cannot be recorded: then nothing may be written to the database either
 */
export async function recordBefore(
  { store, marks }: MarkedApp,
  studyId: string,
  ahead: { readonly opening: number } | { readonly ending: number },
): Promise<void> {
  const mark = await store.read((db) => readMark(db, studyId));
  if (mark === null) return;
  if ("opening" in ahead) {
    const opened = Math.max(mark.opened, ahead.opening);
    await written(marks.add(studyId, { ...mark, opened, unended: [...mark.unended, ahead.opening] }));
    return;
  }
  const unended = mark.unended.filter((round) => round !== ahead.ending);
  await written(marks.add(studyId, { ...mark, unended }));
}

/** Records a study's high-water mark now. A failed attempt is repeated soon. */
export async function recordNow(app: MarkedApp, studyId: string): Promise<void> {
  waitingOf(app.store).studies.delete(studyId);
  const mark = await app.store.read((db) => readMark(db, studyId));
  if (mark === null) return;
  await app.marks.add(studyId, mark).catch((error: unknown) => {
    logger().error({ err: error, studyId }, "the mark of a study could not be written");
    recordSoon(app, studyId, retryMs);
  });
}

/** Schedules recording a study's high-water mark, once for all writes until then. */
export function recordSoon(app: MarkedApp, studyId: string, waitMs = delayMs): void {
  const waiting = waitingOf(app.store);
  waiting.studies.add(studyId);
  waiting.timer ??= setTimeout(() => {
    flushMarks(app).catch((error: unknown) => {
      if (!isStoreError(error)) throw error;
    });
  }, waitMs).unref();
}

/** Records all marks that are still pending, for the end of a process. */
export async function flushMarks(app: MarkedApp): Promise<void> {
  const waiting = waitingOf(app.store);
  clearTimeout(waiting.timer);
  waiting.timer = undefined;
  for (const studyId of [...waiting.studies]) await recordNow(app, studyId);
}

/** Records a fact that a restored database must learn. @throws DomainError "storage-full" */
export function markFact({ marks }: Pick<MarkedApp, "marks">, studyId: string, fact: Fact): Promise<void> {
  return written(marks.addFact(studyId, fact));
}

/** Reads a study's mark from its database; null for a draft. */
export async function readMark(db: Reader, studyId: string): Promise<Mark | null> {
  const study = await findStudy(db, studyId);
  if (study === undefined || study.nextSeq === 1) return null;
  const unended = (await listOpenRounds(db, studyId)).map(({ number }) => number);
  const opened = study.roundCount + study.skippedLinks;
  return { seq: study.nextSeq - 1, head: study.headHash, opened, unended };
}

type Waiting = { readonly studies: Set<string>; timer: NodeJS.Timeout | undefined };

function waitingOf(store: Store): Waiting {
  return processWideOf("marks-waiting", store, () => ({ studies: new Set<string>(), timer: undefined }));
}

function written(work: Promise<void>): Promise<void> {
  return work.catch((cause: unknown) => {
    throw new DomainError("storage-full", t.marksFailed(), [], { cause });
  });
}
