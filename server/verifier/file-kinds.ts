import { isProofFile } from "#server/audit-log/receipts/proof-file.ts";

export type FileKind = "record" | "receipt" | "checkpoint";

/** How many characters of a file suffice to determine its kind. */
export const tellingCharacters = 4_000;

/**
 * Determines the kind of a file from its beginning. An unknown beginning counts as a record, whose verification then
 * reports what is wrong with it.
 */
export function fileKindOf(beginning: string): FileKind {
  if (isProofFile(beginning) || beginning.startsWith('{"entry":')) return "receipt";
  return /^\S+\n\d+\n[A-Za-z0-9+/]+=*\n/.test(beginning) ? "checkpoint" : "record";
}
