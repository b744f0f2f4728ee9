import { croissantOf } from "./croissant.ts";
import type { DataDescription, StudyRecord, WrittenFile } from "./described.ts";
import { englishDictionaryOf } from "./dictionary.ts";
import { tablesOf } from "./tables.ts";

/**
 * The files that describe all files of a study's data, with sizes and hashes. Each lists the files before it, so the
 * manifest comes last.
 */
export const descriptions = ["croissant.json", "manifest.json"] as const;
export type Description = (typeof descriptions)[number];

/** @param files all files to describe, with their hashes, in their order */
export function descriptionOf(
  name: Description,
  { study, head, settings }: StudyRecord,
  files: readonly WrittenFile[],
): string {
  const description = { study, head, tables: tablesOf(settings).map(englishDictionaryOf), files };
  return `${JSON.stringify(name === "croissant.json" ? croissantOf(description) : manifestOf(description), null, 2)}\n`;
}

function manifestOf({ study, head, tables, files }: DataDescription): object {
  const listed = files.map(({ savedAs: name, bytes, sha256 }) => ({ name, bytes, sha256 }));
  return { study, head, tables, files: listed };
}
