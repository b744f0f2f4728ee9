import { insertEntries } from "#db/queries/log.ts";
import { lockStudy, type StudyPatch, updateStudy } from "#db/queries/studies.ts";
import type { Tx } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import { makeEntry } from "#server/audit-log/chain.ts";
import { type EntryBody, type EntryType, roundOf } from "#server/audit-log/entries.ts";
import { DomainError } from "#server/errors.ts";
import { recordSoon } from "#server/platform/high-water-mark/record-marks.ts";
import { refuseDamaged } from "#server/platform/integrity/damaged.ts";
import type { App } from "./app.ts";
import { refuseClock } from "./clock-trouble.ts";
import { type Study, withSettings } from "./study-settings.ts";

export type Appended = { readonly seq: number; readonly hash: string; readonly at: number };

/** One write transaction of a study: the locked row, the entries it adds and the changes it makes. */
export type StudyWriter = {
  readonly tx: Tx;
  readonly study: Study;
  /** The time of what is written now, in the log's order: never before the newest entry. */
  readonly now: number;
  /** The clock's own time. Deadlines use it, because an entry may have been made while the clock was ahead. */
  readonly clock: number;
  /** The hash that the next entry names as its predecessor. */
  head(): string;
  append<Type extends EntryType>(type: Type, body: EntryBody<Type>): Appended;
  patch(change: StudyPatch): void;
};

/**
 * Runs `body` with the study locked, then writes what it appended and patched, all in one transaction. Like every
 * transaction body it may run twice, so it must have no effect outside the transaction.
 *
 * @throws DomainError "not-found" if there is no such study; "study-damaged", "clock-behind", "clock-jumped"
 */
export async function writeStudy<T>(
  app: App,
  studyId: string,
  body: (writer: StudyWriter) => Promise<T>,
): Promise<T> {
  refuseDamaged(app.store, studyId);
  const { result, hasGrown } = await app.store.tx(async (tx) => {
    const study = await lockWithSettings(tx, studyId);
    if (study === undefined) throw new DomainError("not-found", t.studyUnknown());
    refuseClock(app, study);
    const { writer, flush } = studyWriter(tx, study, app.now());
    const result = await body(writer);
    return { result, hasGrown: await flush() };
  });
  if (hasGrown) recordSoon(app, studyId);
  return result;
}

/** Locks a study for the rest of the transaction, and reads it. */
export async function lockWithSettings(tx: Tx, studyId: string): Promise<Study | undefined> {
  const row = await lockStudy(tx, studyId);
  return row && (await withSettings(tx, [row]))[0];
}

/** Creates the writer of a study row that this transaction has locked. */
export function studyWriter(tx: Tx, study: Study, clock: number) {
  const lines: Omit<Parameters<typeof insertEntries>[1][number], "studyId">[] = [];
  let changes: StudyPatch = {};
  let head = {
    seq: study.nextSeq - 1,
    hash: study.headHash,
    at: study.nextSeq === 1 ? null : study.headAt,
  };
  const now = Math.max(clock, study.headAt);
  const writer: StudyWriter = {
    tx,
    study,
    now,
    clock,
    head: () => head.hash,
    append(type, body) {
      const seq = head.seq + 1;
      const { line, hash } = makeEntry({
        study: study.id,
        seq,
        prev: head.hash,
        previousAt: head.at,
        at: now,
        type,
        body,
      });
      lines.push({ seq, type, at: now, round: roundOf(body), entry: line, hash });
      head = { seq, hash, at: now };
      return { seq, hash, at: now };
    },
    patch(change) {
      changes = { ...changes, ...change };
    },
  };
  /**
   * Writes what was appended and patched.
   *
   * @returns whether the log has grown, so that its high-water mark must be recorded (server/platform/high-water-mark)
   */
  async function flush(): Promise<boolean> {
    if (lines.length > 0) {
      await insertEntries(
        tx,
        lines.map((line) => ({ studyId: study.id, ...line })),
      );
      changes = { ...changes, nextSeq: head.seq + 1, headHash: head.hash, headAt: now };
    }
    if (Object.keys(changes).length > 0) await updateStudy(tx, study.id, changes);
    return lines.length > 0;
  }
  return { writer, flush };
}
