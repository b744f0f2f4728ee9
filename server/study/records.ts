import { z } from "zod";
import { textSchema } from "#server/audit-log/text.ts";
import { plainReading } from "./cells/notation.ts";
import type { ColumnReading } from "./cells/reading-schema.ts";
import { isChance, isFeature } from "./columns.ts";
import type { ColumnChoice, PeopleDraft } from "./draft.ts";
import { ignoredColumn } from "./empty-draft.ts";
import { formatChoicesSchema, type PeopleReading } from "./reading.ts";
import { sourceSchema } from "./source-schema.ts";

/** The decisions about a file of past records: which column holds the outcome, and what its words mean. */
export const recordsChoicesSchema = z.strictObject({
  format: formatChoicesSchema,
  /** null: not chosen yet. */
  outcome: sourceSchema.nullable(),
  yes: z.array(textSchema(200)).max(200),
  no: z.array(textSchema(200)).max(200),
  /** The column with the chance with which each person was accepted, from above 0 to 1; null: not known. */
  chance: sourceSchema.nullable(),
});

export type RecordsChoices = z.output<typeof recordsChoicesSchema>;

/** How past records are read in the same way as the study's people. */
export type RecordsMatch = {
  readonly people: PeopleDraft;
  /**
   * For each feature of a person, the feature of a record, as the files may have their columns in another order; -1 for
   * the chance of the rule in force, which records need not have.
   */
  readonly order: readonly number[];
  /** The place of the past chance among the features of a record, and how it is read; null: not known. */
  readonly chance: { readonly place: number; readonly reading: ColumnReading } | null;
  /** Whether both files have all columns that identify the people. */
  readonly hasIdentifiers: boolean;
};

/**
 * Matches the columns of past records with those of the people, by the names in the two files' headers.
 *
 * @returns the names of the missing columns, or that the column of chances is used for something else too, or how to read
 *   the file
 */
export function matchRecords(
  people: PeopleDraft,
  headers: readonly string[],
  records: Pick<PeopleReading, "columns">,
  choices: RecordsChoices,
): { missing: readonly string[] } | { isChanceTaken: true } | RecordsMatch {
  const features = people.columns.filter(isFeature).sort((a, b) => a.source - b.source);
  const names = records.columns.map(({ name }) => name);
  // No rule uses the chances of the rule in force, so records need not have them.
  const places = features.map((column) =>
    isChance(column) ? -1 : names.indexOf(headers[column.source] ?? ""),
  );
  const missing = features.flatMap(({ source, role }, index) =>
    places[index] === -1 && role !== "chance" ? [headers[source] ?? `column ${source + 1}`] : [],
  );
  if (missing.length > 0) return { missing };
  const { outcome, chance } = choices;
  if (chance !== null && (chance === outcome || places.includes(chance))) return { isChanceTaken: true };
  const found = places.filter((place) => place !== -1);
  const sorted = [...found, ...(chance === null ? [] : [chance])].sort((a, b) => a - b);
  const identifying = people.columns
    .filter(({ role }) => role === "identifier")
    .map(({ source }) => names.indexOf(headers[source] ?? ""));
  const hasIdentifiers = identifying.length > 0 && !identifying.includes(-1);
  const columns = names.map((name, source): ColumnChoice => {
    const matched = features[places.indexOf(source)];
    if (source === chance) return { ...ignoredColumn(source, name), role: "rules" };
    if (hasIdentifiers && identifying.includes(source) && source !== outcome)
      return { ...ignoredColumn(source, name), role: "identifier" };
    if (source === outcome)
      return { ...ignoredColumn(source, name), role: "outcome", yes: choices.yes, no: choices.no };
    return matched === undefined ? ignoredColumn(source, name) : { ...matched, source };
  });
  return {
    people: { format: choices.format, columns, withoutErrors: true },
    order: places.map((place) => sorted.indexOf(place)),
    chance:
      chance === null
        ? null
        : {
            place: sorted.indexOf(chance),
            reading: records.columns[chance]?.guess ?? plainReading("number"),
          },
    hasIdentifiers,
  };
}
