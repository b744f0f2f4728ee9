import { finishImport } from "#db/queries/people.ts";
import { DomainError } from "#server/errors.ts";
import { personIdsFrom } from "#server/log/people.ts";
import type { App } from "#server/services/app/app.ts";
import { writeStudy } from "#server/services/app/study-writer.ts";
import { settingsOf } from "../studies/settings.ts";
import { abandonImport, addChunk, beginImport, chunkSize, type StagedRow } from "./stage-people.ts";

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

/**
 * Adds people to a study, in chunks so that nobody else waits long. They exist for rounds once the last chunk and the
 * log entry are in; an import that died leaves nothing behind but rows that the next one removes.
 *
 * @throws DomainError "bad-input" if a row has the wrong number of cells; "busy" while another import runs
 */
export async function importPeople(app: App, studyId: string, table: PeopleTable): Promise<ImportReceipt> {
  const count = table.features.length;
  if (count === 0) throw new DomainError("bad-input", "The file has no people in it.");
  const staged = { studyId, importId: app.newId(), fileHash: table.fileHash, count };
  const firstOrdinal = await writeStudy(app, studyId, async ({ tx, study, now }) => {
    checkCells(table, settingsOf(study).learner.columns.length);
    return beginImport(tx, staged, { now });
  });
  try {
    for (let start = 0; start < count; start += chunkSize) {
      await addChunk(app, staged, firstOrdinal + start, chunkOf(table, start));
    }
  } catch (error) {
    await abandonImport(app, staged);
    throw error;
  }
  return writeStudy(app, studyId, async ({ tx, append }) => {
    const { first, last } = personIdsFrom(firstOrdinal, count);
    const { seq } = append("people.imported", { fileHash: table.fileHash, first, last, count });
    await finishImport(tx, studyId, staged.importId, seq);
    return { first, last, count, seq };
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

function chunkOf({ features, identifiers, outcomes }: PeopleTable, start: number): StagedRow[] {
  return features.slice(start, start + chunkSize).map((cells, offset) => ({
    features: cells,
    identifiers: identifiers?.[start + offset] ?? [],
    outcome: outcomes?.[start + offset] ?? null,
  }));
}
