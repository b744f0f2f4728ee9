import { listDecisions } from "#db/queries/draws.ts";
import { insertUpdate, keepTotals, pruneSnapshots } from "#db/queries/learner.ts";
import { findLastOutcome, insertOutcomes } from "#db/queries/outcomes.ts";
import { erasePersonalData, findPerson } from "#db/queries/people.ts";
import { listRoundPeople } from "#db/queries/round-people.ts";
import { findRound, listOpenRounds } from "#db/queries/rounds.ts";
import type { Reader } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import { isAudit } from "#server/audit-log/entries.ts";
import type { ErasureCause } from "#server/audit-log/retention.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { type StudyWriter, writeStudy } from "#server/platform/app/study-writer.ts";
import { markFact } from "#server/platform/high-water-mark/record-marks.ts";
import type { eraseFromState } from "#server/workers/learner-tasks.ts";
import { applyUpdates } from "../learner/apply-updates.ts";
import { hasSteps } from "../learner/read-steps.ts";
import { withState } from "../learner/state.ts";
import { dropCachedStates } from "../learner/state-cache.ts";
import { requireStudy, settingsOf } from "../settings.ts";

const attemptLimit = 5;

type Erasure = {
  readonly studyId: string;
  readonly personId: string;
  readonly accountId: string;
  readonly cause?: ErasureCause;
};

/**
 * Erases a person in one transaction: features, identifiers, a sealed outcome, the key of the digest, and every stored
 * state of the learner, which may hold the features too. The pseudonym stays with chance, decision and
 * outcomes. What the person was charged stays too: the totals of all rules are kept as they are, so that a replay can
 * go on from them. A missing outcome is recorded as lost first, since it will never come. Erasing a person again
 * changes nothing.
 *
 * @returns the number of the entry; null if the person had been erased before
 * @throws DomainError "not-found"; "round-already-open" while any round is open, since each is computed from a state that
 *   may hold the person's features; "learner-busy"; "study-not-ready" for a draft
 */
export async function erasePerson(app: App, erasure: Erasure): Promise<{ seq: number | null }> {
  const { studyId, personId } = erasure;
  const erased = await eraseOnce(app, erasure);
  await markFact(app, studyId, { erased: personId });
  return erased;
}

async function eraseOnce(app: App, erasure: Erasure): Promise<{ seq: number | null }> {
  for (let attempt = 1; attempt <= attemptLimit; attempt += 1) {
    if (!(await writeStudy(app, erasure.studyId, (writer) => recordOutcomeAsLost(writer, erasure)))) {
      return { seq: null };
    }
    await applyUpdates(app, erasure.studyId);
    const prepared = await prepare(app, erasure);
    const seq = await writeStudy(app, erasure.studyId, (writer) => erase(writer, erasure, prepared));
    dropCachedStates(app, erasure.studyId);
    if (seq !== undefined) return { seq };
  }
  throw new DomainError("learner-busy", t.outcomesTooFastToErase());
}

/** Records a missing outcome as lost. @returns false if the person was erased already */
async function recordOutcomeAsLost(
  { tx, study, append, now }: StudyWriter,
  erasure: Erasure,
): Promise<boolean> {
  const { studyId, personId, accountId } = erasure;
  settingsOf(study);
  const person = await requireErasable(tx, erasure);
  if (person === null) return false;
  const awaited = await findAwaited(tx, studyId, personId, person.roundNumber);
  if (awaited === null) return true;
  const body = { ...awaited, version: 1, value: "lost" as const };
  const { seq } = append("outcome.recorded", body);
  const row = { ...body, studyId, selected: 1, seq, idempotencyKey: `erasure/${personId}` };
  await insertOutcomes(tx, [{ ...row, recordedBy: accountId, recordedAt: now }]);
  return true;
}

/** Reads a person to erase. @returns null if the person was erased before */
async function requireErasable(db: Reader, { studyId, personId }: Erasure) {
  const person = await findPerson(db, studyId, personId);
  if (person === undefined) throw new DomainError("not-found", t.noSuchPerson({ person: personId }));
  if (person.erasedAt !== null) return null;
  if ((await listOpenRounds(db, studyId)).length === 0) return person;
  throw new DomainError("round-already-open", t.roundUsesPerson());
}

/** Finds the place in which the person waits for an outcome; null if none can come, or one came. */
async function findAwaited(db: Reader, studyId: string, personId: string, round: number | null) {
  if (round === null || (await findRound(db, studyId, round))?.state !== "closed") return null;
  const people = await listRoundPeople(db, studyId, round);
  const position = people.find((one) => one.personId === personId)?.position;
  if (position === undefined) return null;
  const decisions = await listDecisions(db, studyId, [round]);
  const isSelected = decisions.some((row) => row.position === position && row.selected === 1);
  if (!isSelected || (await findLastOutcome(db, studyId, round, position)) !== undefined) return null;
  return { round, position };
}

type Erased = ReturnType<typeof eraseFromState>;

type Prepared = {
  readonly appliedSeq: number;
  /** The learner's states before and after; null in an audit, which has no state. */
  readonly state: Erased | null;
};

/** Computes the learner's state without the person, before anything is locked. */
async function prepare(app: App, { studyId, personId }: Erasure): Promise<Prepared> {
  const study = await app.store.read((db) => requireStudy(db, studyId));
  const { appliedSeq } = study;
  const settings = settingsOf(study);
  if (isAudit(settings)) return { appliedSeq, state: null };
  const place = { studyId, spec: settings.learner, appliedSeq };
  const state = await withState(app, place, (stored) =>
    app.pool.run("eraseFromState", { ...stored, name: personId }),
  );
  return { appliedSeq, state };
}

/**
 * Erases the person's data.
 * @returns undefined if the learner's state has changed since it was prepared; null if another process was faster
 */
async function erase(
  writer: StudyWriter,
  erasure: Erasure,
  { appliedSeq: fromSeq, state }: Prepared,
): Promise<number | null | undefined> {
  const { tx, study, append, now } = writer;
  const { studyId, personId, cause = "operator" } = erasure;
  const person = await requireErasable(tx, erasure);
  if (person === null) return null;
  const isBehind = state !== null && (await hasSteps(tx, { studyId, after: fromSeq }));
  if (study.appliedSeq !== fromSeq || isBehind) return undefined;
  // A person who was in no round was charged nothing, so everything computed can be computed again.
  const before = person.roundNumber === null || state === null ? null : state.before;
  const { seq } = append("person.erased", { person: personId, cause, state: before });
  if (before !== null && state !== null) {
    await keepTotals(tx, { studyId, hash: before.totals, bytes: state.totals, keptAt: now });
  }
  if (state !== null) await insertState(writer, { ...state.after, fromSeq, appliedSeq: seq });
  await erasePersonalData(tx, { studyId, personId, at: now });
  return seq;
}

/** Stores the state after the erasure, which is the only one that stays. */
async function insertState(
  { tx, study, append, patch, now }: StudyWriter,
  applied: { fromSeq: number; appliedSeq: number; snapshot: Uint8Array; stateHash: string },
): Promise<void> {
  const { snapshot, ...body } = applied;
  const { appliedSeq } = body;
  const { seq } = append("learner.updated", body);
  const update = { studyId: study.id, ...body, seq, fence: study.fence, updatedAt: now };
  await insertUpdate(tx, update, snapshot);
  await pruneSnapshots(tx, { studyId: study.id, newest: appliedSeq, inUse: [] });
  patch({ appliedSeq });
}
