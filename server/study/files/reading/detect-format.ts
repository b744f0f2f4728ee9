import type { Encoding, FormatChoices, FormatGuess } from "#server/study/reading.ts";
import { dialectRecords, guessDelimiter, guessQuote, sampleOf } from "./dialect.ts";
import { type DecodedFile, decodeFile } from "./encoding.ts";
import { guessHeader, type HeaderGuess } from "./header.ts";
import type { Dialect } from "./records.ts";

/** How a file is written, as far as it can be detected; the operator can correct each guess. */
export type FileFormat = Dialect &
  HeaderGuess & {
    readonly encoding: Encoding;
    readonly hasByteOrderMark: boolean;
    /** Guesses that the operator should check. */
    readonly guesses: readonly FormatGuess[];
  };

/**
 * @throws DomainError "bad-input" if the bytes are not a text or are too many
 * @internal
 */
export function detectFormat(bytes: Uint8Array, choices: FormatChoices = {}): FileFormat {
  return formatOf(decodeFile(bytes, choices.encoding), choices);
}

/** Returns the format of a file that is already decoded. */
export function formatOf(file: DecodedFile, choices: FormatChoices): FileFormat {
  const sample = sampleOf(file.text);
  const delimiter = choices.delimiter ?? guessDelimiter(sample);
  const quote = choices.quote === undefined ? guessQuote(sample, delimiter) : choices.quote;
  const { records } = dialectRecords(sample, { delimiter, quote });
  const guessed = guessHeader(records.filter(({ cells }) => cells.some((cell) => cell.trim() !== "")));
  const header =
    choices.hasHeader === undefined
      ? guessed
      : { hasHeader: choices.hasHeader, headerReason: { why: "chosen" } as const };
  const areLetters = choices.quote === undefined && quote === null;
  const guesses = [file.guess, areLetters ? ("quotesAreLetters" as const) : null].filter(
    (guess) => guess !== null,
  );
  const { encoding, hasByteOrderMark } = file;
  return { encoding, hasByteOrderMark, delimiter, quote, ...header, guesses };
}
