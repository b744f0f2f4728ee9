import { findEntry } from "#db/queries/log.ts";
import * as t from "#messages/refusals.ts";
import { readLine } from "#server/audit-log/chain.ts";
import { roundOf } from "#server/audit-log/entries.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { requireStudy } from "#server/studies/settings.ts";

export async function hasEntry(
  app: App,
  { studyId, seq }: { studyId: string; seq: number },
): Promise<boolean> {
  return (await app.store.read((db) => findEntry(db, studyId, seq))) !== undefined;
}

/**
 * Reads one entry of the log as it was hashed. Ballots of an open round are in it as commitments only.
 * @throws DomainError "not-found"
 */
export async function readEntry(app: App, { studyId, seq }: { studyId: string; seq: number }) {
  return app.store.read(async (db) => {
    const study = await requireStudy(db, studyId);
    const row = await findEntry(db, studyId, seq);
    if (row === undefined) throw new DomainError("not-found", t.noEntry({ seq }));
    const { prev, body } = readLine(row.entry);
    return {
      ...row,
      prev,
      round: roundOf(body),
      lastSeq: study.nextSeq - 1,
    };
  });
}
