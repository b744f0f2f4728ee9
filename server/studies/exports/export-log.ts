import { findTotalsAfter } from "#db/queries/learner.ts";
import { findEntryHash, findLastSeqOf, listLines, sumLineBytes } from "#db/queries/log.ts";
import type { StudyRow } from "#db/queries/studies.ts";
import type { Reader } from "#db/store/store.ts";
import { canonicalJson } from "#server/audit-log/canonical.ts";
import type { App } from "#server/platform/app/app.ts";
import { requireStudy } from "../settings.ts";
import { fromByte } from "./from-byte.ts";

/** Lines read at once. Some are long (docs/limits.md), and all other requests wait during the read. */
const linesAtOnce = 50;

export type LogHead = { readonly seq: number; readonly hash: string };
/** An entry, with its expected hash unless it is accepted unchecked. */
export type AsOf = { readonly seq: number; readonly hash?: string };

/** Returns the last entry at this moment. */
export async function logHead(app: Pick<App, "store">, studyId: string): Promise<LogHead> {
  const study = await app.store.read((db) => requireStudy(db, studyId));
  return { seq: study.nextSeq - 1, hash: study.headHash };
}

/**
 * Finds the entry as of which a file of a study's record is made: the last one, or the one at which the file was begun.
 * Features and settings are kept only in their present form. So there is no such entry if a person was erased, or
 * settings were revised, after it.
 *
 * @param asOf the last entry unless given; without a hash, the entry of that number
 * @returns undefined if a file cannot be made as of that entry, or there is no such entry
 */
export async function headOf(
  db: Reader,
  { id, nextSeq, headHash }: Pick<StudyRow, "id" | "nextSeq" | "headHash">,
  asOf?: AsOf,
): Promise<LogHead | undefined> {
  if (asOf === undefined) return { seq: nextSeq - 1, hash: headHash };
  for (const type of ["person.erased", "settings.revised"]) {
    if ((await findLastSeqOf(db, id, type)) > asOf.seq) return undefined;
  }
  const hash = await findEntryHash(db, id, asOf.seq);
  return hash === undefined || hash !== (asOf.hash ?? hash) ? undefined : { seq: asOf.seq, hash };
}

/**
 * Exports the log up to entry `upTo`, line by line as it was hashed (docs/log-format.md). Memory does not grow with the
 * log.
 *
 * @param begin the entry after which it begins
 */
export async function* exportLog(
  app: Pick<App, "store">,
  studyId: string,
  upTo: number,
  begin = 0,
): AsyncGenerator<string> {
  for (let after = begin; after < upTo; ) {
    const lines = await app.store.read((db) => listLines(db, { studyId, after, upTo, limit: linesAtOnce }));
    if (lines.length === 0) return;
    for (const line of lines) {
      yield `${line.entry}\n`;
      after = line.seq;
    }
  }
}

/**
 * Exports what a range of the log holds from a byte on.
 *
 * Cost: the database adds up the lengths of at most twice as many lines as the range has, and only those from the byte
 * on are read.
 *
 * @param begin a byte within the lines with after < seq <= upTo
 */
export async function* exportLogBytes(
  app: Pick<App, "store">,
  studyId: string,
  { after, upTo, begin }: { readonly after: number; readonly upTo: number; readonly begin: number },
): AsyncGenerator<Uint8Array> {
  let [first, last, left] = [after, upTo, begin];
  while (last - first > 1) {
    const middle = Math.floor((first + last) / 2);
    const size = await app.store.read((db) => sumLineBytes(db, { studyId, after: first, upTo: middle }));
    if (size <= left) [first, left] = [middle, left - size];
    else last = middle;
  }
  yield* fromByte(exportLog(app, studyId, upTo, first), left);
}

/**
 * Measures a range of the log: how many bytes its lines have, and the hash of its last entry. The range must not change
 * any more.
 */
export function measureLog(
  app: Pick<App, "store">,
  { studyId, after, upTo }: { studyId: string; after: number; upTo: number },
): Promise<{ size: number; hash: string | undefined }> {
  return app.store.read(async (db) => ({
    size: await sumLineBytes(db, { studyId, after, upTo }),
    hash: await findEntryHash(db, studyId, upTo),
  }));
}

/**
 * Exports the totals file: the totals that `person.erased` entries bind, from which a replay goes on. It has one line
 * for each, in the order of their hashes. Totals of erasures after the last entry may be included.
 */
export async function* exportTotals(app: Pick<App, "store">, studyId: string): AsyncGenerator<string> {
  for (let after = ""; ; ) {
    const kept = await app.store.read((db) => findTotalsAfter(db, { studyId, after }));
    if (kept === undefined) return;
    yield `${canonicalJson({ hash: kept.hash, bytes: Buffer.from(kept.bytes).toString("base64") })}\n`;
    after = kept.hash;
  }
}
