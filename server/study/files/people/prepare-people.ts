import * as t from "#messages/fileProblems.ts";
import type { InputProblem } from "#server/errors.ts";
import type { Language } from "#server/locale.ts";
import { readCell } from "#server/study/cells/read-cell.ts";
import { typedNumber } from "#server/study/cells/typed-numbers.ts";
import { isFeature, namesPeople } from "#server/study/columns.ts";
import type { ColumnChoice, PeopleDraft } from "#server/study/draft.ts";
import { problemLimit } from "#server/study/files/limits.ts";
import {
  type ConvertedPeople,
  convertColumns,
  type PeopleCells,
} from "#server/study/files/reading/convert-columns.ts";
import { listedOf } from "#server/study/files/reading/problem-list.ts";
import { type PeopleFile, readPeople } from "#server/study/files/reading/read-people.ts";
import type { UnreadCell } from "#server/study/files/workbooks/unread-cells.ts";

export type PreparedPeople = PeopleCells & {
  /** All problems, row by row. With `withoutErrors`, these rows are left out of the lists above. */
  readonly problems: readonly InputProblem[];
  /** The number of problems, listed above or not, and whether the rest can be imported without those rows. */
  readonly wrong: {
    readonly errorCount: number;
    readonly rowCount: number;
    readonly canBeLeftOut: boolean;
  };
  /** Whether the people above can be imported. */
  readonly isReady: boolean;
  readonly leftOut: { readonly withErrors: number; readonly asOutliers: number };
  /** Cells that were emptied as outliers. */
  readonly emptied: number;
};

/**
 * Reads a file and applies all decisions about it: outliers first, then columns, then rows with errors.
 *
 * @param language of the names of groups between cuts; it matters only where people are stored
 * @throws DomainError "bad-input" if the file as a whole cannot be read in this format
 */
export function preparePeople(
  bytes: Uint8Array,
  people: PeopleDraft,
  language: Language = "en",
): PreparedPeople {
  return prepareFile(readPeople(bytes, people.format), people, language);
}

/** Does {@link preparePeople} for a file that was already read. */
export function prepareFile(
  file: PeopleFile,
  people: PeopleDraft,
  language: Language = "en",
): PreparedPeople {
  const { kept, asOutliers, emptied } = treatOutliers(file, people.columns);
  if (kept.rows.length === 0) return noPeople(asOutliers, emptied);
  const keptRows = new Set(kept.rowNumbers);
  const rows = { ...kept, unread: inRows(file.unread, keptRows) };
  const converted = convertColumns(rows, people.columns, language);
  const { problems, badRows, wrong } = allProblems(file, keptRows, converted);
  const isLeavingOut = people.withoutErrors && wrong.canBeLeftOut;
  const isGood = kept.rowNumbers.map((row) => !isLeavingOut || !badRows.has(row));
  const only = <Value>(values: readonly Value[]) => values.filter((_, index) => isGood[index]);
  const count = isGood.filter(Boolean).length;
  if (count === 0) problems.push({ message: t.noPeople({ isOutside: false }) });
  return {
    features: only(converted.features),
    groups: only(converted.groups),
    identifiers: only(
      namesPeople(people.columns) ? converted.identifiers : kept.rowNumbers.map((row) => [`#${row}`]),
    ),
    outcomes: only(converted.outcomes),
    problems,
    wrong,
    isReady: count > 0 && (wrong.errorCount === 0 || isLeavingOut),
    leftOut: { withErrors: isGood.length - count, asOutliers },
    emptied,
  };
}

function* inRows(cells: Iterable<UnreadCell>, rows: ReadonlySet<number>): Generator<UnreadCell> {
  for (const cell of cells) if (rows.has(cell.row)) yield cell;
}

function noPeople(asOutliers: number, emptied: number): PreparedPeople {
  const problems = [{ message: t.noPeople({ isOutside: true }) }];
  const leftOut = { withErrors: 0, asOutliers };
  const wrong = { errorCount: 1, rowCount: 0, canBeLeftOut: false };
  const cells = { features: [], groups: [], identifiers: [], outcomes: [] };
  return { ...cells, problems, wrong, isReady: false, leftOut, emptied };
}

/** Returns the problems of the rows that are kept: too many or too few cells, and cells that cannot be read. */
function allProblems(file: PeopleFile, kept: ReadonlySet<number>, converted: ConvertedPeople) {
  const ragged = new Set([...file.wrong.rows].filter((row) => kept.has(row)));
  const listed = file.problems.filter(({ row }) => row !== undefined && ragged.has(row));
  const problems = [...listed, ...converted.problems.slice(0, problemLimit)];
  const badRows = new Set([...ragged, ...converted.wrong.rows]);
  const errorCount = ragged.size + converted.wrong.count;
  return {
    problems: listedOf(
      problems.sort((a, b) => (a.row ?? 0) - (b.row ?? 0)),
      errorCount,
    ),
    badRows,
    wrong: { errorCount, rowCount: badRows.size, canBeLeftOut: converted.wrong.isAboutRows },
  };
}

type Rows = Pick<PeopleFile, "rows" | "rowNumbers">;

function treatOutliers(file: Rows, columns: readonly ColumnChoice[]) {
  const treated = columns.filter(
    (column) => isFeature(column) && column.type === "number" && column.outliers.treatment !== "keep",
  );
  if (treated.length === 0) return { kept: file, asOutliers: 0, emptied: 0 };
  const rows: (readonly (string | null)[])[] = [];
  const rowNumbers: number[] = [];
  let emptied = 0;
  file.rows.forEach((row, index) => {
    const odd = treated.filter((column) => isOutside(column, row[column.source] ?? null));
    if (odd.some(({ outliers }) => outliers.treatment === "leave-out")) return;
    const sources = new Set(odd.map(({ source }) => source));
    emptied += sources.size;
    rows.push(sources.size === 0 ? row : row.map((cell, source) => (sources.has(source) ? null : cell)));
    rowNumbers.push(file.rowNumbers[index] ?? index + 1);
  });
  return { kept: { rows, rowNumbers }, asOutliers: file.rows.length - rows.length, emptied };
}

function isOutside(column: ColumnChoice, cell: string | null): boolean {
  const number = cell === null ? null : readCell(cell, column);
  if (number === null) return false;
  const [low, high] = [column.outliers.low, column.outliers.high].map((limit) =>
    typedNumber(limit.trim(), column),
  );
  const value = Number(number);
  return (low !== "" && value < Number(low)) || (high !== "" && value > Number(high));
}
