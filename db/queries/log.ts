import { type AnyColumn, and, asc, gt, isNotNull, lte, max, sql } from "drizzle-orm";
import { matches } from "#db/store/matches.ts";
import { findRow, findValue, insertingAll, listRows } from "#db/store/rows.ts";
import type { Reader } from "#db/store/store.ts";

export const insertEntries = insertingAll("logEntry");

/** Returns the condition that a number is greater than `after` and, if given, at most `upTo`. */
const between = (after: number, upTo?: number) => (column: AnyColumn) =>
  and(gt(column, after), upTo === undefined ? undefined : lte(column, upTo));

/** Lists a page of canonical lines with after < seq <= upTo. */
export async function listLines(
  db: Reader,
  { studyId, after, upTo, limit }: { studyId: string; after: number; upTo: number; limit: number },
) {
  return listRows(db, "logEntry", { studyId, seq: between(after, upTo) }, ["seq", "entry"], ["seq"], limit);
}

/** Sums the bytes of UTF-8 of the lines with after < seq <= upTo, each with its LF. */
export async function sumLineBytes(
  db: Reader,
  { studyId, after, upTo }: { studyId: string; after: number; upTo: number },
): Promise<number> {
  const { logEntry } = db.t;
  const rows = await db.q
    .select({ size: sql<number | string | null>`sum(octet_length(${logEntry.entry}) + 1)` })
    .from(logEntry)
    .where(matches(logEntry, { studyId, seq: between(after, upTo) }));
  return Number(rows[0]?.size ?? 0);
}

/** Lists a page of entries as they are hashed, after `after`. */
export async function listLinks(
  db: Reader,
  { studyId, after, limit }: { studyId: string; after: number; limit: number },
) {
  return listRows(
    db,
    "logEntry",
    { studyId, seq: (column) => gt(column, after) },
    ["seq", "entry", "hash"],
    ["seq"],
    limit,
  );
}

type OfTypes = { readonly studyId: string; readonly types: readonly string[] };

/** Lists the entries of the given types with after < seq <= upTo, oldest first. */
export async function listEntriesOf(
  db: Reader,
  {
    studyId,
    types,
    after,
    upTo,
    limit,
  }: OfTypes & { after: number; upTo?: number | undefined; limit: number },
) {
  const which = { studyId, type: types, seq: between(after, upTo) };
  return listRows(db, "logEntry", which, ["seq", "type", "entry"], ["seq"], limit);
}

/** Lists the entries of the given types up to `upTo` that name one of these rounds, oldest first. */
export async function listEntriesOfRounds(
  db: Reader,
  { studyId, types, rounds, upTo }: OfTypes & { rounds: readonly number[]; upTo: number },
) {
  const which = { studyId, type: types, round: rounds, seq: (seq: AnyColumn) => lte(seq, upTo) };
  const rows = await listRows(db, "logEntry", which, ["seq", "entry"]);
  // Ordered by the database, all entries of the log would be looked at.
  return rows.sort((a, b) => a.seq - b.seq);
}

/** Lists the rounds that entries after `after` name, in their order. */
export async function listRoundsNamedAfter(
  db: Reader,
  { studyId, after }: { studyId: string; after: number },
): Promise<number[]> {
  const { logEntry } = db.t;
  const rows = await db.q
    .selectDistinct({ round: logEntry.round })
    .from(logEntry)
    .where(matches(logEntry, { studyId, seq: (column) => gt(column, after), round: isNotNull }))
    .orderBy(asc(logEntry.round));
  return rows.flatMap(({ round }) => round ?? []);
}

/** Finds the number of the newest entry of a type, up to and including `upTo`; 0 if there is none. */
export async function findLastSeqOf(
  db: Reader,
  studyId: string,
  type: string,
  upTo?: number,
): Promise<number> {
  const { logEntry } = db.t;
  const rows = await db.q
    .select({ seq: max(logEntry.seq) })
    .from(logEntry)
    .where(matches(logEntry, { studyId, type, seq: between(0, upTo) }));
  return rows[0]?.seq ?? 0;
}

/** Finds the stored hash of one entry; undefined where there is none. */
export async function findEntryHash(db: Reader, studyId: string, seq: number): Promise<string | undefined> {
  return findValue(db, "logEntry", { studyId, seq }, "hash");
}

export async function findEntry(db: Reader, studyId: string, seq: number) {
  return findRow(db, "logEntry", { studyId, seq }, ["seq", "type", "at", "hash", "entry"]);
}
