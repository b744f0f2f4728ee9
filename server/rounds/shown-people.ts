import { listFeaturesOf, listIdentifiers } from "#db/queries/people.ts";
import type { Reader } from "#db/store/store.ts";
import type { ReaderRole } from "#server/accounts/memberships.ts";
import type { StudySettings } from "#server/audit-log/entries.ts";
import { readCells } from "#server/audit-log/features.ts";
import { storedCells } from "./shown-fields.ts";

/** A person with the shown fields, for a reader who may see them, and for an operator also with the organisation's identifiers. */
export type ShownRoundPerson = {
  /** In the order of the cards; null if the person was erased; none for an observer. */
  readonly cells: readonly (string | null)[] | null;
  /** null if the person was erased, and for readers who may not know them. */
  readonly identifiers: readonly (string | null)[] | null;
};

export type ShownFilter = {
  readonly studyId: string;
  readonly settings: StudySettings;
  /** Only operators may know identifiers; observers may not know features either. */
  readonly reader: ReaderRole;
};

/** Reads these people by pseudonym, without anything that auditors do not see on their cards. */
export async function readShownPeople(
  db: Reader,
  { studyId, settings, reader }: ShownFilter,
  ids: readonly string[],
): Promise<(personId: string) => ShownRoundPerson> {
  if (reader === "observer") return () => ({ cells: [], identifiers: null });
  const features = await listFeaturesOf(db, studyId, ids);
  const cells = new Map(features.map((row) => [row.personId, storedCells(row.features, settings)]));
  const named = reader === "operator" ? await listIdentifiers(db, studyId, ids) : [];
  const identifiers = new Map(named.map((row) => [row.personId, readCells(row.identifiers)]));
  return (personId) => ({
    cells: cells.get(personId) ?? null,
    identifiers: identifiers.get(personId) ?? null,
  });
}
