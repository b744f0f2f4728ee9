import { createHash } from "node:crypto";
import { type PackedFile, unpackFile } from "#server/files/reading/packed-file.ts";
import type { RuleList } from "#server/learner/hypotheses/rule-lists.ts";
import { parseRuleList } from "#server/log/rule-list.ts";

/**
 * A stored list of rules as all threads read it.
 *
 * @throws Error if it is not what its hash names; LogError "rule-list"
 */
export function unpackRules({ packed, hash }: { packed: PackedFile; hash: string }): RuleList {
  const text = unpackFile(packed);
  if (createHash("sha256").update(text).digest("hex") !== hash) {
    throw new Error(`the stored list ${hash} of rules is damaged`);
  }
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
