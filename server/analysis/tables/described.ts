import type { TableDictionary } from "./dictionary.ts";

export type WrittenFile = {
  /** One of `dataFileNames`, or of `descriptions`. */
  readonly name: string;
  /** The name under which the file is saved. */
  readonly savedAs: string;
  readonly bytes: number;
  readonly sha256: string;
};

/** The input of a description: the same for the same entry of a log. */
export type DataDescription = {
  readonly study: string;
  /** `at`: when that entry was written, in milliseconds since 1970. */
  readonly head: { readonly seq: number; readonly hash: string; readonly at: number };
  readonly tables: readonly TableDictionary[];
  readonly files: readonly WrittenFile[];
};
