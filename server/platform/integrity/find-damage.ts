import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { findEntry, listLinks } from "#db/queries/log.ts";
import { findRuleList } from "#db/queries/rule-lists.ts";
import { findStudy, listPublishedStudies } from "#db/queries/studies.ts";
import type { Reader, Store } from "#db/store/store.ts";
import { isStoreError } from "#db/store/store-error.ts";
import { parseCanonical } from "#server/audit-log/canonical.ts";
import { genesisPrev } from "#server/audit-log/chain.ts";
import { ifReadable } from "#server/audit-log/errors.ts";
import { entryHash } from "#server/audit-log/hash.ts";
import { incident } from "#server/platform/process/incident.ts";
import { unpackNamed } from "#server/study/files/reading/packed-file.ts";
import { closeForWriting, type Damage, damageOf } from "./damaged.ts";

/** Entries read at once: few enough not to delay other requests. */
const entriesAtOnce = 200;
/** The pause between two pages, in milliseconds, in which other work gets the processor. */
const pauseMs = 5;

/**
 * Compares the head of each study with its last entry and refuses writes where they differ, before the server takes
 * requests.
 */
export async function checkHeads(store: Store): Promise<void> {
  const studies = await store.read(listPublishedStudies);
  for (const studyId of studies) {
    const damage = await store.read((db) => misfitOfHead(db, studyId));
    if (damage !== null) closeForWriting(store, studyId, damage);
  }
}

async function misfitOfHead(db: Reader, studyId: string): Promise<Damage | null> {
  const study = await findStudy(db, studyId);
  const seq = (study?.nextSeq ?? 1) - 1;
  const last = await findEntry(db, studyId, seq);
  if (last === undefined) return { kind: "lastMissing", seq };
  if (await findEntry(db, studyId, seq + 1)) return { kind: "followed", seq };
  return last.hash === study?.headHash ? misfit(last) : altered(seq);
}

/** Checks every line and every rule list of all studies in the background after the start. */
export function checkLinesInBackground(store: Store): void {
  checkLines(store).catch((error: unknown) => {
    if (!isStoreError(error) || error.code !== "closed") incident(error, "look for damage");
  });
}

/** @internal */
export async function checkLines(store: Store): Promise<void> {
  for (const studyId of await store.read(listPublishedStudies)) {
    await checkLinesOf(store, studyId);
    const damage = await misfitOfList(store, studyId);
    if (damage !== null) closeForWriting(store, studyId, damage);
  }
}

async function checkLinesOf(store: Store, studyId: string): Promise<void> {
  let before = { seq: 0, hash: genesisPrev };
  while (damageOf(store, studyId) === null) {
    const page = { studyId, after: before.seq, limit: entriesAtOnce };
    const rows = await store.read((db) => listLinks(db, page));
    for (const row of rows) {
      const damage = row.seq === before.seq + 1 ? misfit(row, before.hash) : missing(before.seq + 1);
      if (damage !== null) return closeForWriting(store, studyId, damage);
      before = row;
    }
    if (rows.length < entriesAtOnce) return;
    await sleep(pauseMs);
  }
}

type Link = { readonly seq: number; readonly entry: string; readonly hash: string };

/** Returns what is wrong with an entry; null if nothing is. @param prev the hash of the entry before, if known */
function misfit({ seq, entry, hash }: Link, prev?: string): Damage | null {
  if (entryHash(entry) !== hash) return altered(seq);
  const prevIn = () => linkSchema.safeParse(parseCanonical(entry)).data?.prev;
  return prev === undefined || ifReadable(prevIn) === prev ? null : altered(seq);
}

const linkSchema = z.object({ prev: z.string() });

function altered(seq: number): Damage {
  return { kind: "altered", seq };
}

function missing(seq: number): Damage {
  return { kind: "missing", seq };
}

/** Returns what is wrong with the rule list stored with a study's log; null if nothing is, or if there is no list. */
async function misfitOfList(store: Store, studyId: string): Promise<Damage | null> {
  const kept = await store.read((db) => findRuleList(db, studyId));
  if (kept === undefined || (await unpackNamed(kept.packed, kept.hash)) !== null) return null;
  return { kind: "listAltered" };
}
