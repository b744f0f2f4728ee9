import { z } from "zod";
import { columnReadingSchema } from "./cells/reading-schema.ts";

/** What was found in an uploaded file of people, as the operator sees it before anything is decided. */

const problemSchema = z.strictObject({
  row: z.int().optional(),
  field: z.string().optional(),
  message: z.string(),
});

export const encodingSchema = z.enum(["utf-8", "utf-16le", "utf-16be", "windows-1252"]);
export const delimiterSchema = z.enum(["\t", ",", ";", "|"]);
const quoteSchema = z.enum(['"']).nullable();

/** The operator's corrections of what was detected; what is left out is detected. */
export const formatChoicesSchema = z.strictObject({
  encoding: encodingSchema.exactOptional(),
  delimiter: delimiterSchema.exactOptional(),
  quote: quoteSchema.exactOptional(),
  hasHeader: z.boolean().exactOptional(),
});

const numbersSchema = z.strictObject({
  /** In which notations these are the numbers of the column. */
  notations: z.array(columnReadingSchema.shape.notation),
  smallest: z.string(),
  median: z.string(),
  largest: z.string(),
  /** The 1st to the 99th percentile (nearest rank). */
  percentiles: z.array(z.string()).length(99),
  /** Filled cells that are no numbers. */
  otherCount: z.int(),
  /** The outermost cell lies far outside of what the middle half of the people has. */
  oddEnd: z.enum(["smallest", "largest"]).nullable(),
});

const readColumnSchema = z.strictObject({
  name: z.string(),
  /** How its cells are read unless the operator says otherwise. */
  guess: columnReadingSchema,
  /** What the cells seem to be, where that speaks against showing them. */
  contents: z.enum(["e-mails", "names"]).nullable(),
  distinct: z.int(),
  missing: z.int(),
  examples: z.array(z.string()),
  /** The most frequent words with their counts; empty if there are too many different ones to be words. */
  words: z.array(z.strictObject({ word: z.string(), count: z.int() })),
  /** What its numbers or dates are, for each way to read most of its cells as some. */
  numbers: z.array(numbersSchema),
});

export const peopleReadingSchema = z.strictObject({
  format: z.strictObject({
    encoding: encodingSchema,
    delimiter: delimiterSchema,
    quote: quoteSchema,
    hasHeader: z.boolean(),
    headerReason: z.string(),
    hasByteOrderMark: z.boolean(),
    notes: z.array(z.string()),
  }),
  rowCount: z.int(),
  skippedEmptyLines: z.int(),
  columns: z.array(readColumnSchema),
  /** The first rows, with their numbers in the file and long cells shortened. */
  preview: z.array(z.strictObject({ row: z.int(), cells: z.array(z.string().nullable()) })),
  warnings: z.array(problemSchema),
});

export type Encoding = z.output<typeof encodingSchema>;
export type Delimiter = z.output<typeof delimiterSchema>;
export type Quote = z.output<typeof quoteSchema>;
export type FormatChoices = z.output<typeof formatChoicesSchema>;
export type PeopleReading = z.output<typeof peopleReadingSchema>;
export type ReadColumn = PeopleReading["columns"][number];
export type NumberFacts = z.output<typeof numbersSchema>;
