import type { Predicate } from "#server/learner/config/spec.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";

/** The rules of a long list: each requires all, or any, of some of its conditions. */
export type RuleList = {
  readonly predicates: readonly Predicate[];
  /** Where the conditions of each rule begin: [n + 1] */
  readonly starts: Uint32Array;
  /** The conditions of all rules, one rule after the other, ascending in each. */
  readonly conditions: Uint16Array;
  /** 1 where a rule requires any of its conditions, 0 where all: [n] */
  readonly isAny: Uint8Array;
};

/** The error for a spec whose list is not loaded. The caller loads the list and tries again. */
export class RuleListMissing extends LearnerError {
  readonly hash: string;

  constructor(hash: string) {
    super("list-missing", `the list ${hash} of rules is not at hand`);
    this.hash = hash;
  }
}

/** The number of lists cached at once. Each takes at most 20 MB. */
const mostKept = 4;

/**
 * Cached lists by hash, the most recently used last. The list behind a hash never changes, so any caller may load it.
 */
const kept = new Map<string, RuleList>();

/** @param hash of the list's text, already verified by the caller */
export function keepRuleList(hash: string, list: RuleList): void {
  kept.delete(hash);
  kept.set(hash, list);
  for (const oldest of kept.keys()) {
    if (kept.size <= mostKept) return;
    kept.delete(oldest);
  }
}

/** @throws RuleListMissing */
export function keptRuleList(hash: string): RuleList {
  const list = kept.get(hash);
  if (list === undefined) throw new RuleListMissing(hash);
  keepRuleList(hash, list);
  return list;
}
