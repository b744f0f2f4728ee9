import { listSettings, updateSettings } from "#db/queries/drafts.ts";
import type { StudyPatch, StudyRow } from "#db/queries/studies.ts";
import type { Reader, Tx } from "#db/store/store.ts";
import { canonicalJson } from "#server/audit-log/canonical.ts";
import { type StudySettings, settingsSchema } from "#server/audit-log/entries.ts";
import { sha256Hex } from "#server/audit-log/sha256.ts";
import { processCache } from "#server/platform/process/process-wide.ts";

/** A study's row with its settings: the last ones in its log, with the selection of panels that applies now. */
export type Study = StudyRow & { readonly settings: StudySettings | null };

/** Adds the settings of studies to their rows. Only those that this process does not remember are read. */
export async function withSettings<Row extends StudyRow>(
  db: Reader,
  rows: readonly Row[],
): Promise<(Row & Study)[]> {
  const found = rows.map(({ settingsHash }) => remembered().get(settingsHash ?? "")?.settings ?? null);
  const missing = rows.filter(({ settingsHash }, index) => settingsHash !== null && found[index] === null);
  const ids = missing.map(({ id }) => id);
  const texts = new Map(
    ids.length === 0 ? [] : (await listSettings(db, ids)).map(({ studyId, settings }) => [studyId, settings]),
  );
  return rows.map((row, index) => {
    const text = texts.get(row.id) ?? null;
    return {
      ...row,
      settings: text === null ? (found[index] ?? null) : remember(row.settingsHash ?? "", text),
    };
  });
}

/**
 * Stores other settings of the study that `writer` has locked.
 *
 * @returns whether they differ from its present ones
 */
export async function changeSettings(
  { tx, study, patch }: { tx: Tx; study: StudyRow; patch: (change: StudyPatch) => void },
  settings: StudySettings,
): Promise<boolean> {
  const text = canonicalJson(settings);
  const settingsHash = sha256Hex(text);
  if (settingsHash === study.settingsHash) return false;
  await updateSettings(tx, study.id, text);
  patch({ settingsHash });
  return true;
}

type Remembered = { readonly settings: StudySettings; readonly length: number };

/** Total length of the texts of all remembered settings. */
const rememberedCharacters = 64 * 1024 * 1024;

function remember(hash: string, text: string): StudySettings {
  const settings = settingsSchema.parse(JSON.parse(text));
  remembered().set(hash, { settings, length: text.length });
  return settings;
}

/** Cache of settings by their hash. Checking 100,000 rules takes tens of milliseconds, and settings seldom change. */
function remembered() {
  return processCache<Remembered>("study-settings", {
    maxSize: rememberedCharacters,
    sizeCalculation: ({ length }) => length,
  });
}
