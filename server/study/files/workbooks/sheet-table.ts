import * as t from "#messages/fileProblems.ts";
import { columnLimit, rowLimit } from "#server/study/file-limits.ts";
import type { ReadingWarning } from "#server/study/reading.ts";
import { cellLimit, problemLimit, refuse } from "../limits.ts";
import { cellName, type NoValue, UnreadCells } from "./unread-cells.ts";

/** Filled cells of one sheet. */
const cellCountLimit = 5_000_000;

/** The content of a cell: a text, or why there is none. */
export type SheetCell = string | NoValue;

/** Collects the filled cells of a sheet, and refuses it as soon as it has too many. Rows and columns count from 1. */
export class SheetTable {
  readonly #sheet: string;
  readonly #rows: { readonly row: number; readonly cells: (string | null)[] }[] = [];
  readonly #unread: UnreadCells;
  readonly #warnings: ReadingWarning[] = [];
  /** Columns with a cell that is a number in the file, so that its decimal mark is known. */
  readonly #numeric = new Set<number>();
  #width = 0;
  #count = 0;

  constructor(sheet: string) {
    this.#sheet = sheet;
    this.#unread = new UnreadCells(sheet);
  }

  /** @param isNumber whether the sheet stores the cell as a number */
  put(row: number, column: number, cell: SheetCell, isNumber = false): void {
    const text = typeof cell === "string" ? cell.trim() : "";
    if (text === "" && typeof cell === "string") return;
    this.#count += 1;
    if (this.#count > cellCountLimit) this.#refuse("cells", cellCountLimit);
    if (column > columnLimit) this.#refuse("columns", columnLimit);
    if (text.length > cellLimit) this.#refuse("length", cellLimit, cellName(row, column));
    const last = this.#rows.at(-1);
    const cells = last?.row === row ? last.cells : [];
    if (last?.row !== row) this.#rows.push({ row, cells });
    // One row more than there may be people: it may be a header.
    if (this.#rows.length > rowLimit + 1) this.#refuse("rows", rowLimit);
    while (cells.length < column) cells.push(null);
    cells[column - 1] = text === "" ? null : text;
    this.#width = Math.max(this.#width, column);
    if (isNumber) this.#numeric.add(column - 1);
    if (typeof cell !== "string") this.#unread.add(row, column - 1, cell);
  }

  /** Notes that a cell is merged with others. */
  merge(row: number, column: number): void {
    if (this.#warnings.length < problemLimit) this.#warnings.push({ kind: "merged", row, column });
  }

  /** Returns the table, all rows equally long. */
  done() {
    for (const { cells } of this.#rows) while (cells.length < this.#width) cells.push(null);
    return {
      records: this.#rows,
      unread: this.#unread,
      warnings: this.#warnings,
      numeric: this.#numeric,
      skippedEmptyLines: (this.#rows.at(-1)?.row ?? 0) - this.#rows.length,
    };
  }

  #refuse(what: "cells" | "columns" | "rows" | "length", limit: number, cell = ""): never {
    refuse({ message: t.sheetTooLarge({ sheet: this.#sheet, what, limit, cell }) });
  }
}

/** A file with several tables. */
export type Workbook = {
  readonly sheets: readonly { readonly name: string; readonly isHidden: boolean }[];
  /** Reads the sheet at this place. @throws DomainError "bad-input" if it is broken or has too many cells */
  readonly read: (index: number, table: SheetTable) => void;
};

export type ReadSheet = ReturnType<SheetTable["done"]>;
