import { z } from "zod";
import { textSchema } from "#server/audit-log/text.ts";
import { ignoredColumn, isFeature } from "./columns.ts";
import type { ColumnChoice, PeopleDraft } from "./draft.ts";
import { sourceSchema } from "./file-limits.ts";
import { formatChoicesSchema, type PeopleReading } from "./reading.ts";

/** The decisions about a file of past records: which column holds the outcome, and what its words mean. */
export const recordsChoicesSchema = z.strictObject({
  format: formatChoicesSchema,
  /** null: not chosen yet. */
  outcome: sourceSchema.nullable(),
  yes: z.array(textSchema(200)).max(200),
  no: z.array(textSchema(200)).max(200),
});

export type RecordsChoices = z.output<typeof recordsChoicesSchema>;

/** How past records are read in the same way as the study's people. */
export type RecordsMatch = {
  readonly people: PeopleDraft;
  /** For each feature of a person, the feature of a record: the files may have their columns in another order. */
  readonly order: readonly number[];
};

/**
 * Matches the columns of past records with those of the people, by the names in the two files' headers.
 *
 * @returns the names of the missing columns, or how to read the file
 */
export function matchRecords(
  people: PeopleDraft,
  headers: readonly string[],
  records: Pick<PeopleReading, "columns">,
  choices: RecordsChoices,
): { missing: readonly string[] } | RecordsMatch {
  const features = people.columns.filter(isFeature).sort((a, b) => a.source - b.source);
  const names = records.columns.map(({ name }) => name);
  const places = features.map(({ source }) => names.indexOf(headers[source] ?? ""));
  const missing = features.flatMap(({ source }, index) =>
    places[index] === -1 ? [headers[source] ?? `column ${source + 1}`] : [],
  );
  if (missing.length > 0) return { missing };
  const sorted = [...places].sort((a, b) => a - b);
  const columns = names.map((name, source): ColumnChoice => {
    const matched = features[places.indexOf(source)];
    if (source === choices.outcome)
      return { ...ignoredColumn(source, name), role: "outcome", yes: choices.yes, no: choices.no };
    return matched === undefined ? ignoredColumn(source, name) : { ...matched, source };
  });
  return {
    people: { format: choices.format, columns, withoutErrors: true },
    order: places.map((place) => sorted.indexOf(place)),
  };
}
