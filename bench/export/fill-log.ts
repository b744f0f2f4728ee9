import { insertEntries } from "#db/queries/log.ts";
import { findStudy, updateStudy } from "#db/queries/studies.ts";
import type { Tx } from "#db/store/store.ts";
import { readLine } from "#server/log/chain.ts";
import { roundOf } from "#server/log/entries.ts";
import { entryHash } from "#server/log/hash.ts";
import type { App } from "#server/services/app/app.ts";

/**
 * Appends lines to a study's stored log. Whose study they were made for is nothing to an export.
 *
 * @param make from the number of the first entry
 * @returns how many entries were appended
 */
export async function fillLog(
  app: Pick<App, "store">,
  studyId: string,
  make: (first: number) => readonly string[],
): Promise<number> {
  const study = await app.store.read((db) => findStudy(db, studyId));
  const first = study?.nextSeq ?? 1;
  const lines = make(first);
  await app.store.tx((tx) => append(tx, { studyId, first, lines }));
  return lines.length;
}

async function append(
  tx: Tx,
  { studyId, first, lines }: { studyId: string; first: number; lines: readonly string[] },
): Promise<void> {
  const rows = lines.map((entry, index) => {
    const { type, body } = readLine(entry);
    return {
      ...{ studyId, seq: first + index, type, at: 1, round: roundOf(body) },
      ...{ entry, hash: entryHash(entry) },
    };
  });
  for (let at = 0; at < rows.length; at += 2_000) await insertEntries(tx, rows.slice(at, at + 2_000));
  await updateStudy(tx, studyId, {
    nextSeq: first + lines.length,
    headHash: rows.at(-1)?.hash ?? "",
  });
}
