import type { z } from "zod";
import { findLastOutcome, findOutcomeByKey, insertOutcomes } from "#db/queries/outcomes.ts";
import type { Tx } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import type { EntryBody } from "#server/audit-log/entries.ts";
import { DomainError, type DomainErrorCode, type InputProblem } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { enqueue } from "#server/platform/app/job-queue.ts";
import { type StudyWriter, writeStudy } from "#server/platform/app/study-writer.ts";
import type { recordOutcomesSchema } from "#server/schemas/rounds.ts";
import { learningOf, settingsOf } from "#server/studies/settings.ts";
import { listOutcomesInFile } from "../outcomes-of-people-file.ts";
import { type DecidedPlace, requireDecided } from "./decided-person.ts";

export type NewOutcome = z.input<typeof recordOutcomesSchema>["outcomes"][number];
export type RecordedOutcome = EntryBody<"outcome.recorded"> & { readonly seq: number };

type Batch = { readonly studyId: string; readonly accountId: string; readonly idempotencyKey: string };

/**
 * Records outcomes of selected people: all of them, or none if one is refused. A retry with the same key records
 * nothing new.
 * @throws DomainError "study-audits", "outcome-of-rejected", "decision-overridden", "outcome-exists", "outcome-missing", "outcome-unchanged",
 *   "round-not-open", "key-reused"; every refused line is in `problems`
 */
export async function recordOutcomes(
  app: App,
  batch: Batch,
  outcomes: readonly NewOutcome[],
): Promise<RecordedOutcome[]> {
  const written = await writeStudy(app, batch.studyId, async (writer) => {
    learningOf(settingsOf(writer.study));
    const recorded: RecordedOutcome[] = [];
    const refused: { code: DomainErrorCode; problem: InputProblem }[] = [];
    for (const [index, outcome] of outcomes.entries()) {
      try {
        recorded.push(
          await recordOne(writer, { ...batch, idempotencyKey: `${batch.idempotencyKey}/${index}` }, outcome),
        );
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        refused.push({
          code: error.code,
          problem: { row: index + 1, field: "outcome", message: error.message },
        });
      }
    }
    const [first] = refused;
    if (first === undefined) return recorded;
    throw new DomainError(
      first.code,
      first.problem.message,
      refused.map(({ problem }) => problem),
    );
  });
  enqueue(app, { kind: "update-learner", studyId: batch.studyId });
  return written;
}

async function recordOne(writer: StudyWriter, batch: Batch, outcome: NewOutcome): Promise<RecordedOutcome> {
  const { tx, append, now } = writer;
  const { round, position, value } = outcome;
  const { studyId, idempotencyKey, accountId } = batch;
  const before = await findOutcomeByKey(tx, studyId, idempotencyKey);
  if (before !== undefined) {
    if (before.round === round && before.position === position && before.value === value) return before;
    throw new DomainError("key-reused", t.outcomeKeyReused());
  }
  await requireSelected(tx, { studyId, round, position });
  const version = await nextVersion(tx, studyId, outcome);
  const { seq } = append("outcome.recorded", { round, position, version, value });
  const row = { studyId, round, position, version, selected: 1, value, idempotencyKey, seq };
  await insertOutcomes(tx, [{ ...row, recordedBy: accountId, recordedAt: now }]);
  return { round, position, version, value, seq };
}

async function requireSelected(tx: Tx, place: DecidedPlace): Promise<void> {
  const { selected, isErased, isOverridden } = await requireDecided(tx, place, t.outcomesAfterClose);
  const about = { person: place.position + 1, round: place.round };
  if (isErased) throw new DomainError("person-erased", t.personErased(about));
  if (isOverridden) throw new DomainError("decision-overridden", t.outcomeOfOverridden(about));
  if (selected === 1) return;
  throw new DomainError("outcome-of-rejected", t.notPicked(about));
}

async function nextVersion(tx: Tx, studyId: string, outcome: NewOutcome): Promise<number> {
  const { round, position, value, isCorrection = false } = outcome;
  const last = await findLastOutcome(tx, studyId, round, position);
  const about = { person: position + 1, round };
  if (last === undefined) {
    if (!isCorrection) return 1;
    throw new DomainError("outcome-missing", t.noOutcomeYet(about));
  }
  if (!isCorrection)
    throw new DomainError("outcome-exists", t.outcomeExists({ ...about, value: last.value }));
  if (last.value === value) {
    throw new DomainError("outcome-unchanged", t.outcomeUnchanged({ ...about, value }));
  }
  return last.version + 1;
}

/**
 * Records the outcomes that came with the file, in a replay of history: for the selected people of a closed round that
 * have none yet. Other people's outcomes are not read.
 */
export async function revealSealedOutcomes(
  app: App,
  { studyId, accountId, round }: { studyId: string; accountId: string; round: number },
): Promise<RecordedOutcome[]> {
  const outcomes = await app.store.read((db) => listOutcomesInFile(db, studyId, round));
  if (outcomes.length === 0) return [];
  return recordOutcomes(app, { studyId, accountId, idempotencyKey: `history/${round}` }, outcomes);
}
