import { ifReadable } from "../errors.ts";
import { entryHash } from "../hash.ts";
import { emptySecurityHead, readSecurityLine, type SecurityHead } from "./entry.ts";

/** Why a line does not continue the chain. */
export type SecurityFlaw = "unreadable" | "number" | "hash" | "time";

export type SecurityReport = {
  /** The last line that continues the chain. */
  readonly head: SecurityHead;
  /** The first line that breaks the chain, counted from 1, and why; null if none does. */
  readonly flaw: { readonly line: number; readonly reason: SecurityFlaw } | null;
};

/**
 * Checks a security log from its first event or from a known one: each line is canonical, numbered without gaps, not
 * earlier than the previous one, and carries its hash. Without a hash kept elsewhere, a chain that was rewritten to its
 * end looks intact.
 *
 * @param lines without their LF
 * @param from where an earlier check ended; the beginning by default
 * Cost: O(length of the text).
 */
export async function checkSecurityChain(
  lines: Iterable<string> | AsyncIterable<string>,
  from: SecurityHead = emptySecurityHead,
): Promise<SecurityReport> {
  let head = from;
  for await (const line of lines) {
    const next = follow(head, line);
    if (typeof next === "string") return { head, flaw: { line: head.seq + 1, reason: next } };
    head = next;
  }
  return { head, flaw: null };
}

/** Returns the head after one more line, or why the line does not continue the chain. */
function follow(head: SecurityHead, line: string): SecurityHead | SecurityFlaw {
  const entry = ifReadable(() => readSecurityLine(line));
  if (entry === null) return "unreadable";
  const { seq, prev, at } = entry;
  if (seq !== head.seq + 1) return "number";
  if (prev !== head.hash) return "hash";
  if (at < head.at) return "time";
  return { seq, hash: entryHash(line), at };
}
