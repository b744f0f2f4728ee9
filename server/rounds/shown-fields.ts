import type { Reader } from "#db/store/store.ts";
import type { StudySettings } from "#server/audit-log/entries.ts";
import { readCells } from "#server/audit-log/features.ts";
import { shownCells } from "#server/audit-log/shown.ts";
import { readFieldWords } from "#server/studies/labels.ts";
import { cardLabel, type FieldWords } from "#server/study/words.ts";

/** Lists the fields that auditors see, in the order of the cards. */
export async function listShownFields(
  db: Reader,
  studyId: string,
  settings: StudySettings,
): Promise<FieldWords[]> {
  const fields = await readFieldWords(db, studyId, settings);
  return settings.presentation.fields.flatMap((name) => {
    const field = fields.find((each) => each.name === name);
    return field === undefined ? [] : [{ ...field, label: cardLabel(field) }];
  });
}

/** Returns the cells of these fields, in their order, from features as they are stored. */
export function storedCells(features: string, settings: StudySettings) {
  return shownCells(settings, readCells(features));
}
