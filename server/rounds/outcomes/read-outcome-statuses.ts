import { listOutcomeStatuses } from "#db/queries/outcomes.ts";
import type { App } from "#server/platform/app/app.ts";
import type { OutcomeStatus } from "#server/study/files/outcomes/plan-outcomes.ts";
import { type Chunk, type Chunks, encodeChunk } from "#server/study/files/reading/chunks.ts";

const pageSize = 2_000;

/**
 * Reads all people of a study, in pages of JSON for the worker. Each page is read separately; the recording checks each
 * person again.
 */
export async function readOutcomeStatuses(app: App, studyId: string): Promise<Chunks<OutcomeStatus>> {
  const pages: Chunk<OutcomeStatus>[] = [];
  for (let after = 0; ; ) {
    const rows = await app.store.read((db) => listOutcomeStatuses(db, { studyId, after, limit: pageSize }));
    const last = rows.at(-1);
    if (last === undefined) return pages;
    after = last.ordinal;
    const people = rows.map(
      ({ ordinal: _, selected, ...row }): OutcomeStatus => ({
        ...row,
        selected: selected === null ? null : selected === 1,
      }),
    );
    pages.push(encodeChunk(people));
  }
}
