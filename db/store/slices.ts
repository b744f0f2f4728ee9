import { nextTurn } from "./pause.ts";

/** The maximum number of rows of one statement, which blocks the process while it runs. */
const rowsAtOnce = 500;

/** Splits rows into parts, one for each statement; yields to the event loop between two parts. */
export async function* inSlices<Row>(rows: readonly Row[]): AsyncGenerator<Row[]> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    if (from > 0) await nextTurn();
    yield rows.slice(from, from + rowsAtOnce);
  }
}
