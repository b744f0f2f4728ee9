import { randomBytes } from "node:crypto";
import {
  findLastOrdinal,
  findUnfinishedImport,
  finishImport,
  insertImport,
  insertPeople,
  removeImport,
} from "#db/queries/people.ts";
import { canonicalJson } from "#server/log/canonical.ts";
import type { App } from "../app.ts";
import { DomainError } from "../errors.ts";
import { settingsOf } from "../studies/settings.ts";
import { writeStudy } from "../study-writer.ts";

/** People as they come out of a file that was read and converted without problems. */
export type PeopleTable = {
  /** SHA-256 of the file's bytes, hex. */
  readonly fileHash: string;
  /** One row a person, one cell for each column of the study's settings. */
  readonly features: readonly (readonly (string | null)[])[];
  readonly identifiers?: readonly (readonly (string | null)[])[];
  /** What the file's outcome column says; null where it says nothing. */
  readonly outcomes?: readonly ("yes" | "no" | null)[];
};

export type ImportReceipt = {
  readonly first: string;
  readonly last: string;
  readonly count: number;
  readonly seq: number;
};

const chunkSize = 200;
/** After this long without its end, an import is taken for dead and its rows are removed. */
const deadAfter = 10 * 60_000;

/**
 * Adds people to a study, in chunks so that nobody else waits long. They exist for rounds once the last chunk and the
 * log entry are in; an import that died leaves nothing behind but rows that the next one removes.
 *
 * @throws DomainError "bad-input" if a row has the wrong number of cells; "busy" while another import runs
 */
export async function importPeople(app: App, studyId: string, table: PeopleTable): Promise<ImportReceipt> {
  const count = table.features.length;
  if (count === 0) throw new DomainError("bad-input", "The file has no people in it.");
  const importId = app.newId();
  const firstOrdinal = await begin(app, studyId, { importId, table });
  try {
    for (let start = 0; start < count; start += chunkSize) {
      const rows = chunk(studyId, importId, table, firstOrdinal, start);
      await app.store.tx((tx) => insertPeople(tx, rows));
    }
  } catch (error) {
    await app.store.tx((tx) => removeImport(tx, studyId, importId));
    throw error;
  }
  return writeStudy(app, studyId, async ({ tx, append }) => {
    const first = `p${firstOrdinal}`;
    const last = `p${firstOrdinal + count - 1}`;
    const { seq } = append("people.imported", { fileHash: table.fileHash, first, last, count });
    await finishImport(tx, studyId, importId, seq);
    return { first, last, count, seq };
  });
}

function begin(
  app: App,
  studyId: string,
  { importId, table }: { importId: string; table: PeopleTable },
): Promise<number> {
  return writeStudy(app, studyId, async ({ tx, study, now }) => {
    checkCells(table, settingsOf(study).learner.columns.length);
    const unfinished = await findUnfinishedImport(tx, studyId);
    if (unfinished !== undefined) {
      if (now - unfinished.startedAt < deadAfter) {
        throw new DomainError(
          "busy",
          "Another file is being imported into this study: wait until it is done.",
        );
      }
      await removeImport(tx, studyId, unfinished.id);
    }
    const firstOrdinal = (await findLastOrdinal(tx, studyId)) + 1;
    const rowCount = table.features.length;
    const { fileHash } = table;
    await insertImport(tx, { studyId, id: importId, fileHash, firstOrdinal, rowCount, startedAt: now });
    return firstOrdinal;
  });
}

function checkCells({ features }: PeopleTable, expected: number): void {
  const problems = features.flatMap((cells, index) =>
    cells.length === expected
      ? []
      : [{ row: index + 1, message: `Person ${index + 1} has ${cells.length} cells, expected ${expected}.` }],
  );
  const [first] = problems;
  if (first !== undefined) throw new DomainError("bad-input", first.message, problems);
}

function chunk(
  studyId: string,
  importId: string,
  { features, identifiers, outcomes }: PeopleTable,
  firstOrdinal: number,
  start: number,
): Parameters<typeof insertPeople>[1] {
  const indices = features.slice(start, start + chunkSize).map((_, offset) => start + offset);
  const idOf = (index: number) => `p${firstOrdinal + index}`;
  return {
    rows: indices.map((index) => ({ studyId, id: idOf(index), importId, ordinal: firstOrdinal + index })),
    data: indices.map((index) => ({
      studyId,
      personId: idOf(index),
      digestKey: randomBytes(32).toString("hex"),
      features: canonicalJson(features[index]),
      identifiers: canonicalJson(identifiers?.[index] ?? []),
    })),
    outcomes: indices.flatMap((index) => {
      const value = outcomes?.[index] ?? null;
      return value === null ? [] : [{ studyId, personId: idOf(index), value }];
    }),
  };
}
