import { CsvError, parse } from "csv-parse/sync";
import * as t from "#messages/fileProblems.ts";
import type { Delimiter, Quote } from "#server/study/reading.ts";
import { refuse, rowByteLimit } from "../limits.ts";

export type Dialect = { readonly delimiter: Delimiter; readonly quote: Quote };

/** A record of the file, with any number of cells. */
export type FileRecord = {
  readonly cells: readonly string[];
  /** As a spreadsheet numbers rows: from 1, including the header and empty lines. */
  readonly row: number;
  /** Empty lines before this record. */
  readonly emptyLines: number;
};

/**
 * Passes the records of a text to a callback one by one, without empty lines. The only caller of csv-parse.
 *
 * @param take  may throw to stop the reading
 * @param limit the most records to read
 * @throws DomainError "bad-input" for mismatched quotes; whatever `take` throws
 */
export function readRecords(
  text: string,
  { delimiter, quote }: Dialect,
  take: (record: FileRecord) => void,
  limit?: number,
): void {
  try {
    parse(text, {
      delimiter,
      quote,
      record_delimiter: ["\r\n", "\n", "\r"],
      skip_empty_lines: true,
      relax_column_count: true,
      // Spaces between a delimiter and a quote: `1, "a, b"`.
      trim: true,
      max_record_size: rowByteLimit,
      ...(limit === undefined ? {} : { to: limit }),
      // Returning null keeps csv-parse from collecting a second copy.
      on_record: (cells: string[], { records, empty_lines }) => {
        take({ cells, row: records + empty_lines, emptyLines: empty_lines });
        return null;
      },
    });
  } catch (error) {
    refuseQuotes(error);
    throw error;
  }
}

function refuseQuotes(error: unknown): void {
  const explanation = error instanceof CsvError ? explanations.get(error.code) : undefined;
  if (explanation !== undefined && error instanceof CsvError) {
    // The unfinished record is not counted yet; the line is where the reading stopped.
    const row = Number(error.records) + Number(error.empty_lines) + 1;
    const line = error.lines === row ? 0 : Number(error.lines);
    const message = t.unreadableRow({ why: explanation, row, limit: rowByteLimit, line });
    refuse({ row, message }, { cause: error });
  }
}

const explanations = new Map<string, Parameters<typeof t.unreadableRow>[0]["why"]>([
  ["CSV_QUOTE_NOT_CLOSED", "notClosed"],
  ["CSV_INVALID_CLOSING_QUOTE", "afterQuote"],
  ["CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE", "afterQuote"],
  ["INVALID_OPENING_QUOTE", "insideCell"],
  ["CSV_MAX_RECORD_SIZE", "tooLong"],
]);
