import { listFeaturesOf, listIdentifiers } from "#db/queries/people.ts";
import type { Reader } from "#db/store/store.ts";
import type { StudySettings } from "#server/audit-log/entries.ts";
import { readCells } from "#server/audit-log/features.ts";
import { storedCells } from "./shown-fields.ts";

/** Somebody by the shown fields, and for an operator by what the organisation calls them. */
export type ShownPerson = {
  /** In the order of the cards; null of whoever was erased. */
  readonly cells: readonly (string | null)[] | null;
  /** null of whoever was erased, and for whoever may not know. */
  readonly identifiers: readonly (string | null)[] | null;
};

export type Shown = {
  readonly studyId: string;
  readonly settings: StudySettings;
  /** Whether who asks is the operator, who alone may know what the organisation calls people. */
  readonly withIdentifiers: boolean;
};

/** These people, by pseudonym, without anything that auditors do not see on their cards. */
export async function readShownPeople(
  db: Reader,
  { studyId, settings, withIdentifiers }: Shown,
  ids: readonly string[],
): Promise<(personId: string) => ShownPerson> {
  const features = await listFeaturesOf(db, studyId, ids);
  const cells = new Map(features.map((row) => [row.personId, storedCells(row.features, settings)]));
  const named = withIdentifiers ? await listIdentifiers(db, studyId, ids) : [];
  const identifiers = new Map(named.map((row) => [row.personId, readCells(row.identifiers)]));
  return (personId) => ({
    cells: cells.get(personId) ?? null,
    identifiers: identifiers.get(personId) ?? null,
  });
}
