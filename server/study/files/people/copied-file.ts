import type { Features } from "#server/learner/config/spec.ts";
import { dayLength } from "#server/study/cells/day-length.ts";
import { inFileOrder, isChance, isFeature, isInWords } from "#server/study/columns.ts";
import type { ColumnChoice, PeopleDraft } from "#server/study/draft.ts";

/** A person of a published study, as it is stored. */
export type StoredPerson = {
  readonly features: Features;
  readonly groups: Features;
  readonly identifiers: readonly (string | null)[];
  readonly outcome: "yes" | "no" | null;
};

const format = { encoding: "utf-8", delimiter: ",", quote: '"', hasHeader: true } as const;

/**
 * Writes the people of a published study as a file for the same columns, and returns the choices that read it. Values
 * are written as the original file wrote them. Columns that the study did not use are empty.
 *
 * @param people the choices for the original file
 */
export function copiedFile(
  people: PeopleDraft,
  rows: readonly StoredPerson[],
): { bytes: Uint8Array; people: PeopleDraft } {
  const columns = inFileOrder(people.columns);
  const lines = [
    columns.map(({ name }) => name),
    ...rows.map(({ features, groups, identifiers, outcome }) => {
      const [feature, group, identifier] = [features.values(), groups.values(), identifiers.values()];
      return columns.map((column) => {
        if (column.role === "identifier") return identifier.next().value ?? "";
        if (column.role === "group") return group.next().value ?? "";
        if (column.role === "outcome") return outcome ?? "";
        return isFeature(column) ? writtenCell(feature.next().value ?? null, column) : "";
      });
    }),
  ];
  const text = lines.map((cells) => `${cells.map(quoted).join(",")}\r\n`).join("");
  return {
    bytes: new TextEncoder().encode(text),
    people: { ...people, format, columns: people.columns.map(asCopied), withoutErrors: false },
  };
}

/** Returns the choices for a column whose words were replaced by what they mean, and whose outliers are gone. */
function asCopied(column: ColumnChoice): ColumnChoice {
  const copied = { ...column, outliers: { ...column.outliers, treatment: "keep" as const } };
  if (column.role === "outcome") return { ...copied, yes: ["yes"], no: ["no"] };
  return isChance(column) && isInWords(column) ? { ...copied, yes: ["1"], no: ["0"] } : copied;
}

/** Writes a stored value in the notation of its column, so that everything typed about the column still fits. */
function writtenCell(value: string | null, { type, notation, sign }: ColumnChoice): string {
  if (value === null || type !== "number") return value ?? "";
  const [year = "", month = "", day = ""] = notation.includes("first")
    ? new Date(Number(value) * dayLength).toISOString().slice(0, 10).split("-")
    : [];
  if (notation === "year-first") return `${year}-${month}-${day}`;
  if (notation === "day-first") return `${day}/${month}/${year}`;
  if (notation === "month-first") return `${month}/${day}/${year}`;
  const number = notation === "comma" ? value.replace(".", ",") : value;
  return sign === "%" ? `${number}%` : number;
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}
