import type { Predicate } from "#server/learner/config/spec.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";

/** The rules of a long list: each asks for all, or for any, of some of its conditions. */
export type RuleList = {
  readonly predicates: readonly Predicate[];
  /** Where the conditions of each rule begin: [n + 1] */
  readonly starts: Uint32Array;
  /** The conditions of one rule after those of the other, ascending in each. */
  readonly conditions: Uint16Array;
  /** 1 where a rule asks for any of its conditions, 0 where for all: [n] */
  readonly isAny: Uint8Array;
};

/** A spec names a list that is not here. Whoever has it brings it, and asks again. */
export class RuleListMissing extends LearnerError {
  readonly hash: string;

  constructor(hash: string) {
    super("list-missing", `the list ${hash} of rules is not at hand`);
    this.hash = hash;
  }
}

/** So many at once: none takes more than 20 MB. */
const mostKept = 4;

/** By hash, the latest used last: what a hash names never changes, so it does not matter who brought it. */
const kept = new Map<string, RuleList>();

/** @param hash of the list's text, which whoever brings it has compared */
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
