import { nextTurn } from "./pause.ts";

/** Rows of one statement: it takes some tens of thousands of values, and nothing else runs in the process meanwhile. */
const rowsAtOnce = 500;

/** Splits rows into parts, one for each statement; waiting page requests get a turn between two parts. */
export async function* inSlices<Row>(rows: readonly Row[]): AsyncGenerator<Row[]> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    if (from > 0) await nextTurn();
    yield rows.slice(from, from + rowsAtOnce);
  }
}
