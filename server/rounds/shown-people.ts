import { listFeaturesOf, listIdentifiers } from "#db/queries/people.ts";
import type { Reader } from "#db/store/store.ts";
import type { StudySettings } from "#server/audit-log/entries.ts";
import { readCells } from "#server/audit-log/features.ts";
import { storedCells } from "./shown-fields.ts";

/** A person with the shown fields, and for an operator also with the organisation's identifiers. */
export type ShownRoundPerson = {
  /** In the order of the cards; null if the person was erased. */
  readonly cells: readonly (string | null)[] | null;
  /** null if the person was erased, and for readers who may not know them. */
  readonly identifiers: readonly (string | null)[] | null;
};

export type ShownFilter = {
  readonly studyId: string;
  readonly settings: StudySettings;
  /** Whether to include identifiers, which the operator alone may know. */
  readonly withIdentifiers: boolean;
};

/** Reads these people by pseudonym, without anything that auditors do not see on their cards. */
export async function readShownPeople(
  db: Reader,
  { studyId, settings, withIdentifiers }: ShownFilter,
  ids: readonly string[],
): Promise<(personId: string) => ShownRoundPerson> {
  const features = await listFeaturesOf(db, studyId, ids);
  const cells = new Map(features.map((row) => [row.personId, storedCells(row.features, settings)]));
  const named = withIdentifiers ? await listIdentifiers(db, studyId, ids) : [];
  const identifiers = new Map(named.map((row) => [row.personId, readCells(row.identifiers)]));
  return (personId) => ({
    cells: cells.get(personId) ?? null,
    identifiers: identifiers.get(personId) ?? null,
  });
}
