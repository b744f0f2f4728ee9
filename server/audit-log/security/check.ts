import { LogError } from "../errors.ts";
import { entryHash } from "../hash.ts";
import { emptySecurityHead, readSecurityLine, type SecurityEntry, type SecurityHead } from "./entry.ts";

export type SecurityReport = {
  /** The last line that continues the chain. */
  readonly head: SecurityHead;
  /** The first line that does not, counted from 1, and why; null if all do. */
  readonly flaw: { readonly line: number; readonly message: string } | null;
};

/**
 * Follows a security log from its first event, or from one on: each line canonical, numbered without gaps, no earlier than the one
 * before and carrying its hash. Without a hash kept elsewhere, a chain that was rewritten to its end looks whole.
 *
 * @param lines without their LF
 * @param from where an earlier check ended; the beginning unless given
 * Cost: O(length of the text).
 */
export async function checkSecurityChain(
  lines: Iterable<string> | AsyncIterable<string>,
  from: SecurityHead = emptySecurityHead,
): Promise<SecurityReport> {
  let head = from;
  for await (const line of lines) {
    const next = follow(head, line);
    if (typeof next === "string") return { head, flaw: { line: head.seq + 1, message: next } };
    head = next;
  }
  return { head, flaw: null };
}

/** The head after one more line, or what keeps the line from continuing the chain. */
function follow(head: SecurityHead, line: string): SecurityHead | string {
  const entry = read(line);
  if (typeof entry === "string") return entry;
  const { seq, prev, at } = entry;
  if (seq !== head.seq + 1) return `event ${seq} follows event ${head.seq}`;
  if (prev !== head.hash) return "it does not carry the hash of the one before";
  if (at < head.at) return `it is at ${at}, the one before it at ${head.at}`;
  return { seq, hash: entryHash(line), at };
}

function read(line: string): SecurityEntry | string {
  try {
    return readSecurityLine(line);
  } catch (error) {
    if (error instanceof LogError) return error.message;
    throw error;
  }
}
