import type { StudySettings } from "#server/audit-log/entries.ts";
import type { TableDictionary } from "./dictionary.ts";

/** A study's record up to one entry. */
export type StudyRecord = {
  readonly study: string;
  readonly settings: StudySettings;
  /** `at`: when that entry was written, in milliseconds since 1970. */
  readonly head: { readonly seq: number; readonly hash: string; readonly at: number };
};

/** The size and the SHA-256 of a file. */
export type Measure = { readonly bytes: number; readonly sha256: string };

export type WrittenFile = Measure & {
  /** One of `dataFileNames`, or of `descriptions`. */
  readonly name: string;
  /** The name under which the file is saved. */
  readonly savedAs: string;
};

/** The input of a description: the same for the same entry of a log. */
export type DataDescription = Pick<StudyRecord, "study" | "head"> & {
  readonly tables: readonly TableDictionary[];
  readonly files: readonly WrittenFile[];
};
