import { listSpreadFeatures } from "#db/queries/people.ts";
import { isAudit } from "#server/audit-log/entries.ts";
import type { App } from "#server/platform/app/app.ts";
import { listShownFields, storedCells } from "#server/rounds/shown-fields.ts";
import { findDecision } from "#server/studies/labels.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";
import type { FieldWords } from "#server/study/words.ts";

/** How many people of the file are looked at for usual values. */
const sampleSize = 200;

/**
 * Reads what a page needs to make synthetic people for practice: the columns that auditors see, with usual values of
 * each. Values of different columns are not connected, so they describe no person of the study.
 */
export async function readPractice(app: App, studyId: string) {
  return app.store.read(async (db) => {
    const study = await requireStudy(db, studyId);
    const settings = settingsOf(study);
    const features = await listSpreadFeatures(db, { studyId, limit: sampleSize });
    const people = features.map((one) => storedCells(one, settings));
    return {
      decision: await findDecision(db, studyId),
      isAudit: isAudit(settings),
      /** Whether the study asks how many points of difference would still be acceptable. */
      asksTolerance: settings.presentation.tolerance,
      alpha: settings.learner.alpha,
      fields: (await listShownFields(db, studyId, settings)).map((field, index) => ({
        ...field,
        values: usualValues(
          field,
          people.flatMap((cells) => cells[index] ?? []),
        ),
      })),
    };
  });
}

export type Practice = Awaited<ReturnType<typeof readPractice>>;

/**
 * Returns up to three different values of a column, the most usual first. Of numbers: the median and the first and last
 * fifth, with three digits. Of words: the most frequent of those that at least two people have, or else those that the
 * study explains.
 *
 * @param cells those of the sample that are not empty
 *
 * @internal
 */
export function usualValues(
  { type, words }: Pick<FieldWords, "type" | "words">,
  cells: readonly string[],
): string[] {
  if (type === "number") {
    const sorted = cells.map(Number).sort((a, b) => a - b);
    const [least = 0, most = 0] = [sorted[0], sorted.at(-1)];
    const at = (share: number) => {
      const value = Number((sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toPrecision(3));
      return String(Math.min(most, Math.max(least, value)));
    };
    return sorted.length === 0 ? [] : [...new Set([at(0.5), at(0.2), at(0.8)])];
  }
  const counts = [...Map.groupBy(cells, (cell) => cell)].map(([cell, all]) => ({ cell, count: all.length }));
  const shared = counts.filter(({ count }) => count > 1).sort((a, b) => b.count - a.count);
  return (shared.length > 0 ? shared.map(({ cell }) => cell) : Object.keys(words)).slice(0, 3);
}
