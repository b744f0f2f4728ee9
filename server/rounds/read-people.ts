import { countImported, findLastOrdinal } from "#db/queries/imports.ts";
import {
  countListedPeople,
  type ListedPeople,
  listPeopleNamed,
  listPeoplePage,
  type PersonState,
} from "#db/queries/people-list.ts";
import { nextTurn } from "#db/store/pause.ts";
import type { Reader } from "#db/store/store.ts";
import { readCells } from "#server/audit-log/features.ts";
import type { App } from "#server/platform/app/app.ts";
import { identifierNames } from "#server/studies/labels.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";
import { listShownFields, storedCells } from "./shown-fields.ts";

/** @internal */
export const waitingPageLength = 20;

const peoplePageLength = 50;

/** How many people are searched before other requests get a turn: 30 ms. */
const searchedAtOnce = 10_000;

type Wanted = ListedPeople & {
  /** Where the previous page ended; undefined for the first one. */
  readonly after?: number | undefined;
  /** Part of an identifier, or a whole id such as p12; "" for all people. */
  readonly search: string;
  readonly isDescending?: boolean;
};

/**
 * Reads a page of the people who wait for a round, in the order of the files, as auditors would see them: the shown
 * fields, no chance. Their identifiers are included for the operator alone.
 */
export function readWaiting(app: App, wanted: Pick<Wanted, "studyId" | "after" | "search">) {
  return app.store.read(async (db) => {
    const { studyId } = wanted;
    const settings = settingsOf(await requireStudy(db, studyId));
    const limit = Math.max(waitingPageLength, settings.learner.roundSize);
    const { rows, ...page } = await pageOfPeople(db, { ...wanted, show: "waiting" }, limit);
    return {
      ...page,
      fields: await listShownFields(db, studyId, settings),
      people: rows.map(({ id, ordinal, features, identifiers }) => ({
        id,
        ordinal,
        identifiers: readCells(identifiers ?? "[]"),
        cells: storedCells(features ?? "[]", settings),
      })),
    };
  });
}

/** Reads a page of the people of a study with what has become of each, for its operator. */
export function readPeoplePage(app: App, wanted: Wanted) {
  return app.store.read(async (db) => {
    const { rows, ...page } = await pageOfPeople(db, wanted, peoplePageLength);
    return {
      ...page,
      total: await countImported(db, wanted.studyId),
      people: rows.map(({ id, round, identifiers, ...row }) => ({
        ...{ id, round, state: stateOf(row) },
        identifiers: identifiers === null ? null : readCells(identifiers),
      })),
    };
  });
}

async function pageOfPeople(db: Reader, { search, ...wanted }: Wanted, limit: number) {
  const { studyId, show, after, isDescending = false } = wanted;
  const found = search === "" ? null : await findNamed(db, { studyId, show }, search);
  const isBeyond = (ordinal: number) =>
    after === undefined || (isDescending ? ordinal < after : ordinal > after);
  const inOrder = found && isDescending ? found.toReversed() : found;
  const among = inOrder?.filter(isBeyond).slice(0, limit + 1);
  const rows = await listPeoplePage(db, { ...wanted, ...(among && { among }), limit: limit + 1 });
  const page = rows.slice(0, limit);
  return {
    identifierNames: await identifierNames(db, studyId),
    count: found?.length ?? (await countShown(db, studyId, show)),
    rows: page,
    /** Cursor of the next page; null on the last one. */
    next: rows.length > limit ? (page.at(-1)?.ordinal ?? null) : null,
  };
}

/** Counts without what has become of people, unless that is asked for. */
async function countShown(db: Reader, studyId: string, show: PersonState | undefined): Promise<number> {
  return show === undefined ? countImported(db, studyId) : countListedPeople(db, { studyId, show });
}

type Row = Awaited<ReturnType<typeof listPeoplePage>>[number];

/** Tells what has become of a person. A draw counts once its round is closed. */
function stateOf({
  erasedAt,
  roundState,
  selected,
}: Pick<Row, "erasedAt" | "roundState" | "selected">): PersonState {
  if (erasedAt !== null) return "erased";
  if (roundState === null) return "waiting";
  if (roundState !== "closed") return "open";
  if (selected === null) return "judged";
  return selected === 1 ? "picked" : "notPicked";
}

async function findNamed(db: Reader, which: ListedPeople, search: string): Promise<number[]> {
  const last = await findLastOrdinal(db, which.studyId);
  const found: number[][] = [];
  // Stryker disable next-line EqualityOperator: there are no people past the last one
  for (let after = 0; after < last; after += searchedAtOnce) {
    found.push(await listPeopleNamed(db, { ...which, search, after, upTo: after + searchedAtOnce }));
    await nextTurn();
  }
  return found.flat();
}
