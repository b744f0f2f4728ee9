import type { Reader } from "#db/store.ts";
import type { StudySettings } from "#server/log/entries.ts";
import { findStudyLabels } from "../studies/labels.ts";
import { parseFeatures } from "./policy.ts";

/** A field on the cards: what the operator called it, its unit, and what the codes of a category mean. */
export type ShownField = {
  readonly name: string;
  readonly label: string;
  readonly unit: string;
  readonly type: "number" | "category" | "text";
  readonly words: Readonly<Record<string, string>>;
};

/** The fields auditors see, in the order of the cards. */
export async function listShownFields(
  db: Reader,
  studyId: string,
  { learner, presentation }: StudySettings,
): Promise<ShownField[]> {
  const labels = await findStudyLabels(db, studyId);
  return presentation.fields.map((name) => {
    const label = labels.columns.find((column) => column.name === name);
    return {
      name,
      label: label?.label || sentenceCase(name),
      unit: label?.unit ?? "",
      type: learner.columns.find((column) => column.name === name)?.type ?? "text",
      words: Object.fromEntries((label?.words ?? []).map((word) => [word.word, word.label])),
    };
  });
}

/** The cells of these fields, in their order. */
export function shownCells(features: string, { learner, presentation }: StudySettings) {
  const cells = parseFeatures(features);
  return presentation.fields.map(
    (field) => cells[learner.columns.findIndex((column) => column.name === field)] ?? null,
  );
}

/** "Monthly income" for `monthly_income`. */
function sentenceCase(name: string): string {
  const words = name.replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
