import { z } from "zod";
import type { StudyLabels } from "#server/draft/labels.ts";
import { formatChoicesSchema, type ReadColumn } from "#server/draft/reading.ts";
import type { Column } from "#server/learner/spec/spec.ts";
import { textSchema } from "#server/log/text.ts";

/** What an operator decides about a further file of people: where it holds the columns that the study has already. */

const source = z.int().min(0).max(199).nullable();
const words = z.array(textSchema(200)).max(200);

export const furtherChoicesSchema = z.strictObject({
  format: formatChoicesSchema,
  /** For each column of the study, the one of the file; null: not found. */
  columns: z.array(source).max(200),
  /** The same for the study's identifier columns; null: not in this file. */
  identifiers: z.array(source).max(200),
  /** What became of the people, if the file says so. It is sealed. */
  outcome: z.strictObject({ source: z.int().min(0).max(199), yes: words, no: words }).nullable(),
  /** Go on without the rows that have an error. */
  withoutErrors: z.boolean(),
});

export type FurtherChoices = z.output<typeof furtherChoicesSchema>;

type Study = {
  readonly columns: readonly Column[];
  readonly identifiers: readonly string[];
  /** How the first file was read. */
  readonly file: StudyLabels["file"];
};

/** The columns by their names: first as the first file called them, then as the study does. */
export function guessFurther(
  read: readonly ReadColumn[],
  { columns, identifiers, file }: Study,
): Omit<FurtherChoices, "format" | "withoutErrors"> {
  const find = (name: string): number | null => {
    const header = file.find((column) => column.name === name)?.header;
    const exact = read.findIndex((column) => column.name === header || column.name === name);
    const alike = exact >= 0 ? exact : read.findIndex((column) => lower(column.name) === lower(name));
    return alike < 0 ? null : alike;
  };
  const sealed = file.find(({ role }) => role === "outcome");
  const outcome = sealed === undefined ? null : find(sealed.name);
  return {
    columns: columns.map(({ name }) => find(name)),
    identifiers: identifiers.map(find),
    outcome:
      sealed === undefined || outcome === null ? null : { source: outcome, yes: sealed.yes, no: sealed.no },
  };
}

function lower(name: string): string {
  return name.trim().toLowerCase();
}
