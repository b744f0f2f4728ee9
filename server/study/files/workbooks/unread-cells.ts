import * as t from "#messages/fileProblems.ts";

/** Why a cell has no value: a formula that failed with this error, or whose result is not in the file. */
export type NoValue = { readonly why: "error" | "formula"; readonly found: string };

/** A cell without a value. Rows count from 1, columns from 0. */
export type UnreadCell = {
  readonly row: number;
  readonly column: number;
  /** Describes what is wrong and what to do. */
  readonly describe: () => string;
};

/** Different errors of one sheet that are quoted; spreadsheets have about ten. */
const quotedErrors = 100;
const otherError: NoValue = { why: "error", found: "…" };

/** Cells without a value, in the order of the file. There may be millions: two numbers are kept of each. */
export class UnreadCells implements Iterable<UnreadCell> {
  readonly #sheet: string;
  readonly #reasons = [otherError];
  readonly #rows: number[] = [];
  /** Column and place in the list of reasons. */
  readonly #codes: number[] = [];

  constructor(sheet: string) {
    this.#sheet = sheet;
  }

  /** @param column counts from 0 */
  add(row: number, column: number, { why, found }: NoValue): void {
    const quoted = found.slice(0, 60);
    let place = this.#reasons.findIndex((known) => known.why === why && known.found === quoted);
    if (place === -1 && this.#reasons.length < quotedErrors) {
      place = this.#reasons.push({ why, found: quoted }) - 1;
    }
    this.#rows.push(row);
    this.#codes.push(column * quotedErrors + Math.max(place, 0));
  }

  *[Symbol.iterator](): Generator<UnreadCell> {
    for (const [index, row] of this.#rows.entries()) {
      const code = this.#codes[index] ?? 0;
      const column = Math.floor(code / quotedErrors);
      const { why, found } = this.#reasons[code % quotedErrors] ?? otherError;
      const place = { sheet: this.#sheet, cell: cellName(row, column + 1) };
      yield { row, column, describe: () => t.unreadCell({ ...place, why, found }) };
    }
  }
}

/** Returns the name of a cell as spreadsheets show it: "B7". Columns count from 1. */
export function cellName(row: number, column: number): string {
  let letters = "";
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return `${letters}${row}`;
}
