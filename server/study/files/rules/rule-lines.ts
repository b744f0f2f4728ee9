import * as t from "#messages/fileProblems.ts";
import { listByteLimit } from "#server/study/file-limits.ts";
import { refuse } from "#server/study/files/limits.ts";

/**
 * Decodes a file of rules, without a byte order mark.
 *
 * @throws DomainError "bad-input" if it is empty, too large, or not a text in UTF-8
 */
export function textOfRules(bytes: Uint8Array): string {
  if (bytes.length === 0) refuse({ message: t.empty() });
  if (bytes.length > listByteLimit) {
    refuse({ message: t.tooLarge({ size: bytes.length, limit: listByteLimit, isList: true }) });
  }
  const text = decoded(bytes);
  if (text.includes("\0")) refuse({ message: t.notEncoded({ encoding: "UTF-8" }) });
  return text;
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return refuse({ message: t.notEncoded({ encoding: "UTF-8" }) }, { cause: error });
  }
}

/** Yields the lines of a text, trimmed and without empty ones, with their numbers from 1. */
export function* linesOf(text: string): Generator<readonly [number: number, line: string]> {
  for (let number = 1, at = 0; at < text.length; number += 1) {
    const end = text.indexOf("\n", at);
    const line = text.slice(at, end === -1 ? text.length : end).trim();
    if (line !== "") yield [number, line];
    if (end === -1) return;
    at = end + 1;
  }
}
