import type { Column } from "#server/learner/config/spec.ts";
import type { StudyLabels } from "./labels.ts";
import type { ReadColumn } from "./reading.ts";

type Study = {
  readonly columns: readonly Column[];
  readonly identifiers: readonly string[];
  readonly groups: readonly string[];
  /** How the first file was read. */
  readonly file: StudyLabels["file"];
};

/** Where a file holds the columns that the study already has; null where that is unclear. */
type FurtherColumns = {
  columns: (number | null)[];
  identifiers: (number | null)[];
  groups: (number | null)[];
  outcome: { source: number; yes: string[]; no: string[] } | null;
};

/** Finds the columns by their names: first the names of the first file, then those of the study. */
export function guessFurtherColumns(
  read: readonly ReadColumn[],
  { columns, identifiers, groups, file }: Study,
): FurtherColumns {
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
    groups: groups.map(find),
    outcome:
      sealed === undefined || outcome === null ? null : { source: outcome, yes: sealed.yes, no: sealed.no },
  };
}

function lower(name: string): string {
  return name.trim().toLowerCase();
}
