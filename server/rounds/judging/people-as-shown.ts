import { listRoundDigestKeys } from "#db/queries/round-people.ts";
import type { Reader } from "#db/store/store.ts";
import type { StudySettings } from "#server/audit-log/entries.ts";
import { type ShownPerson, shownKey } from "#server/audit-log/shown.ts";
import { storedCells } from "#server/rounds/shown-fields.ts";

/** Lists the people of a round as its auditors see them, by position; null for a person who was erased since. */
export async function listShownPeople(
  db: Reader,
  { studyId, round, settings }: { studyId: string; round: number; settings: StudySettings },
): Promise<(ShownPerson | null)[]> {
  const people = await listRoundDigestKeys(db, studyId, round);
  return people.map(({ personId, chance, digestKey, features }) => {
    if (digestKey === null || features === null) return null;
    const cells = storedCells(features, settings);
    return { person: personId, chance, cells, shownKey: shownKey(digestKey) };
  });
}
