import { z } from "zod";
import { columnReadingSchema } from "./cells/reading-schema.ts";
import { delimiters, encodings } from "./text-formats.ts";

/** The description of an uploaded file of people that the operator sees before any decision. */

/** Why the first row is, or is not, taken for a header; the cell that decided it, where one did. */
const headerReasonSchema = z.strictObject({
  why: z.enum(["chosen", "aboveNumbers", "aboveWords", "number", "repeated", "names", "noNames"]),
  row: z.int().optional(),
  /** Counts from 1. */
  column: z.int().optional(),
  cell: z.string().optional(),
});

const formatGuessSchema = z.enum(["notUtf8", "quotesAreLetters"]);

/** Something that was corrected while reading, and should be checked. */
const warningSchema = z.strictObject({
  kind: z.enum(["blankRow", "noName", "sameName", "merged"]),
  row: z.int(),
  /** Counts from 1. */
  column: z.int().optional(),
  /** The column's name in the study. */
  name: z.string().optional(),
});

export const encodingSchema = z.enum(encodings);
export const delimiterSchema = z.enum(delimiters);
const quoteSchema = z.enum(['"']).nullable();

/** The operator's corrections of what was detected; anything left out is detected. */
export const formatChoicesSchema = z.strictObject({
  encoding: encodingSchema.exactOptional(),
  delimiter: delimiterSchema.exactOptional(),
  quote: quoteSchema.exactOptional(),
  hasHeader: z.boolean().exactOptional(),
  /** The name of the sheet, of a file with several. */
  sheet: z.string().max(200).exactOptional(),
});

const numbersSchema = z.strictObject({
  /** The notations in which these are the column's numbers. */
  notations: z.array(columnReadingSchema.shape.notation),
  smallest: z.string(),
  median: z.string(),
  largest: z.string(),
  /** The 1st to the 99th percentile (nearest rank). */
  percentiles: z.array(z.string()).length(99),
  /** Filled cells that are not numbers. */
  otherCount: z.int(),
  /** The extreme value that is far from the values of the middle half of the people. */
  oddEnd: z.enum(["smallest", "largest"]).nullable(),
});

const readColumnSchema = z.strictObject({
  name: z.string(),
  /** How its cells are read by default. */
  guess: columnReadingSchema,
  /** The guessed contents of the cells, where they are a reason against showing them. */
  contents: z.enum(["e-mails", "names"]).nullable(),
  distinct: z.int(),
  missing: z.int(),
  examples: z.array(z.string()),
  /** The most frequent words with their counts; empty if there are too many different cells to be words. */
  words: z.array(z.strictObject({ word: z.string(), count: z.int() })),
  /** Its numbers or dates, for each notation that reads most of its cells. */
  numbers: z.array(numbersSchema),
});

const headerSchema = z.strictObject({ hasHeader: z.boolean(), headerReason: headerReasonSchema });

const textFormatSchema = headerSchema.extend({
  encoding: encodingSchema,
  delimiter: delimiterSchema,
  quote: quoteSchema,
  hasByteOrderMark: z.boolean(),
  guesses: z.array(formatGuessSchema).readonly(),
});

/** An Excel or OpenDocument file: the sheet that is read, and all sheets. */
const workbookFormatSchema = headerSchema.extend({
  sheet: z.string(),
  sheets: z.array(z.strictObject({ name: z.string(), isHidden: z.boolean() }).readonly()).readonly(),
});

export const peopleReadingSchema = z.strictObject({
  format: z.union([textFormatSchema, workbookFormatSchema]),
  rowCount: z.int(),
  skippedEmptyLines: z.int(),
  columns: z.array(readColumnSchema),
  /** The first rows, with their numbers in the file and long cells shortened. */
  preview: z.array(z.strictObject({ row: z.int(), cells: z.array(z.string().nullable()) })),
  warnings: z.array(warningSchema),
});

export type Encoding = z.output<typeof encodingSchema>;
export type Delimiter = z.output<typeof delimiterSchema>;
export type Quote = z.output<typeof quoteSchema>;
export type HeaderReason = z.output<typeof headerReasonSchema>;
export type TextFormat = z.output<typeof textFormatSchema>;
export type WorkbookFormat = z.output<typeof workbookFormatSchema>;
export type FormatGuess = z.output<typeof formatGuessSchema>;
export type ReadingWarning = z.output<typeof warningSchema>;
export type FormatChoices = z.output<typeof formatChoicesSchema>;
export type PeopleReading = z.output<typeof peopleReadingSchema>;
export type ReadColumn = PeopleReading["columns"][number];
export type NumberFacts = z.output<typeof numbersSchema>;
