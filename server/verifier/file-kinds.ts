import { isProofFile } from "#server/audit-log/receipts/proof-file.ts";

export type FileKind = "record" | "receipt" | "checkpoint";

/** How many characters of a file tell its kind. */
export const tellingCharacters = 4_000;

/**
 * What a file is by how it begins. What begins like nothing that is known is taken for a record, whose verification says what
 * is wrong with it.
 */
export function fileKindOf(beginning: string): FileKind {
  if (isProofFile(beginning) || beginning.startsWith('{"entry":')) return "receipt";
  return /^\S+\n\d+\n[A-Za-z0-9+/]+=*\n/.test(beginning) ? "checkpoint" : "record";
}
