import { parseRuleList } from "#server/audit-log/rule-list.ts";
import type { RuleList } from "#server/learner/classes/rule-lists.ts";
import { type PackedFile, unpackNamed } from "#server/study/files/reading/packed-file.ts";

/**
 * Unpacks a stored rule list for all threads; null if its hash does not match.
 *
 * @throws LogError "rule-list"
 */
export async function unpackRules(stored: { packed: PackedFile; hash: string }): Promise<RuleList | null> {
  const text = await unpackNamed(stored.packed, stored.hash);
  if (text === null) return null;
  const { predicates, starts, conditions, isAny } = parseRuleList(text);
  return {
    predicates,
    starts: new Uint32Array(sharedCopy(starts)),
    conditions: new Uint16Array(sharedCopy(conditions)),
    isAny: new Uint8Array(sharedCopy(isAny)),
  };
}

function sharedCopy({ buffer, byteOffset, byteLength }: ArrayBufferView): SharedArrayBuffer {
  const shared = new SharedArrayBuffer(byteLength);
  new Uint8Array(shared).set(new Uint8Array(buffer, byteOffset, byteLength));
  return shared;
}
