import type { FormatChoices, TextFormat } from "#server/study/reading.ts";
import { dialectRecords, guessDelimiter, guessQuote, sampleOf } from "./dialect.ts";
import type { DecodedFile } from "./encoding.ts";
import { chosenHeader } from "./header.ts";

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
