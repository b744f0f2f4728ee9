import { findLastOrdinal } from "#db/queries/imports.ts";
import { countWaiting, listWaitingNamed, listWaitingPage } from "#db/queries/waiting.ts";
import { nextTurn } from "#db/store/pause.ts";
import type { Reader } from "#db/store/store.ts";
import { readCells } from "#server/audit-log/features.ts";
import type { App } from "#server/platform/app/app.ts";
import { identifierNames } from "#server/studies/labels.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";
import { listShownFields, storedCells } from "./shown-fields.ts";

/** @internal */
export const waitingPageLength = 20;

/** How many people are searched before other requests get a turn: 30 ms. */
const searchedAtOnce = 10_000;

/**
 * Reads a page of the people who wait for a round, in the order of the files, as auditors would see them: the shown
 * fields, no chance. Their identifiers are included for the operator alone.
 *
 * @param after where the previous page ended; 0 for the first one
 * @param search part of an identifier, or a whole id such as p12; "" for all people
 */
export function readWaiting(
  app: App,
  { studyId, after, search }: { studyId: string; after: number; search: string },
) {
  return app.store.read(async (db) => {
    const settings = settingsOf(await requireStudy(db, studyId));
    const limit = Math.max(waitingPageLength, settings.learner.roundSize);
    const found = search === "" ? null : await findNamed(db, studyId, search);
    const among = found?.filter((ordinal) => ordinal > after).slice(0, limit + 1);
    const rows = await listWaitingPage(db, { studyId, after, ...(among && { among }), limit: limit + 1 });
    const page = rows.slice(0, limit);
    return {
      fields: await listShownFields(db, studyId, settings),
      identifierNames: await identifierNames(db, studyId),
      count: found?.length ?? (await countWaiting(db, studyId)),
      people: page.map(({ id, ordinal, features, identifiers }) => ({
        id,
        ordinal,
        identifiers: readCells(identifiers),
        cells: storedCells(features, settings),
      })),
      /** Cursor of the next page; null on the last one. */
      next: rows.length > limit ? (page.at(-1)?.ordinal ?? null) : null,
    };
  });
}

async function findNamed(db: Reader, studyId: string, search: string): Promise<number[]> {
  const last = await findLastOrdinal(db, studyId);
  const found: number[][] = [];
  // Stryker disable next-line EqualityOperator: there are no people past the last one
  for (let after = 0; after < last; after += searchedAtOnce) {
    found.push(await listWaitingNamed(db, { studyId, search, after, upTo: after + searchedAtOnce }));
    await nextTurn();
  }
  return found.flat();
}
