import { DomainError } from "#server/errors.ts";
import {
  type Delimiter,
  delimiterSchema,
  type FormatChoices,
  type Quote,
  type TextFormat,
} from "#server/study/reading.ts";
import type { DecodedFile } from "./encoding.ts";
import { chosenHeader } from "./header.ts";
import { type Dialect, type FileRecord, readRecords } from "./records.ts";

/** Returns how a decoded file is written, as far as it can be detected; the operator can correct each guess. */
export function formatOf(file: DecodedFile, choices: FormatChoices): TextFormat {
  const sample = sampleOf(file.text);
  const delimiter = choices.delimiter ?? guessDelimiter(sample);
  const quote = choices.quote === undefined ? guessQuote(sample, delimiter) : choices.quote;
  const { records } = dialectRecords(sample, { delimiter, quote });
  const filled = records.filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  const header = chosenHeader(filled, choices);
  const areLetters = choices.quote === undefined && quote === null;
  const guesses = [file.guess, areLetters ? ("quotesAreLetters" as const) : null].filter(
    (guess) => guess !== null,
  );
  const { encoding, hasByteOrderMark } = file;
  return { encoding, hasByteOrderMark, delimiter, quote, ...header, guesses };
}

/** The beginning of a file: enough to see how it is written, short enough to be read a dozen times. */
type Sample = { readonly text: string };

const sampleLength = 65_536;
const sampleRecords = 200;

function sampleOf(text: string): Sample {
  if (text.length <= sampleLength) {
    return { text };
  }
  const start = text.slice(0, sampleLength);
  const lastBreak = Math.max(start.lastIndexOf("\n"), start.lastIndexOf("\r"));
  return { text: lastBreak < 0 ? start : start.slice(0, lastBreak + 1) };
}

/** Returns the records of a sample up to the first that cannot be read. */
function dialectRecords(sample: Sample, dialect: Dialect): { records: FileRecord[]; isComplete: boolean } {
  const records: FileRecord[] = [];
  try {
    readRecords(sample.text, dialect, (record) => records.push(record), sampleRecords);
  } catch (error) {
    if (error instanceof DomainError) {
      return { records, isComplete: false };
    }
    throw error;
  }
  return { records, isComplete: true };
}

/**
 * Guesses the delimiter: the one that splits the most records into the same number of cells. Ties are decided by quotes
 * at the edges of cells, then by the most cells.
 */
function guessDelimiter(sample: Sample): Delimiter {
  const [best] = delimiterSchema.options
    .map((delimiter) => {
      const quote = guessQuote(sample, delimiter);
      return { delimiter, quote, ...regularity(dialectRecords(sample, { delimiter, quote }).records) };
    })
    .filter(({ cells }) => cells >= 2)
    .sort(
      (a, b) => b.share - a.share || Number(a.quote === null) - Number(b.quote === null) || b.cells - a.cells,
    );
  return best?.delimiter ?? ",";
}

/** Guesses the quote. null where quotes are ordinary characters: they occur inside cells and never begin one. */
function guessQuote(sample: Sample, delimiter: Delimiter): Quote {
  if (dialectRecords(sample, { delimiter, quote: '"' }).isComplete) {
    return '"';
  }
  const { records, isComplete } = dialectRecords(sample, { delimiter, quote: null });
  return isComplete && records.every(({ cells }) => cells.every((cell) => !cell.startsWith('"')))
    ? null
    : '"';
}

/** Returns the most frequent number of cells and the share of the records that have it. */
function regularity(records: readonly FileRecord[]): {
  readonly share: number;
  readonly cells: number;
} {
  const frequencies = new Map<number, number>();
  for (const { cells } of records) {
    frequencies.set(cells.length, (frequencies.get(cells.length) ?? 0) + 1);
  }
  const [cells = 0, frequency = 0] = [...frequencies].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [];
  return { share: records.length === 0 ? 0 : frequency / records.length, cells };
}
