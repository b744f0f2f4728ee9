import type { StateHead } from "#server/learner/contract/record.ts";
import { taggedHash } from "./hash.ts";

/** A learner's state as `person.erased` holds it: what the next states start from, but for the totals themselves. */
export type LoggedState = {
  readonly head: StateHead;
  /** SHA-256 of their bytes. */
  readonly totals: string;
};

/** H("state", head, totals): what `learner.updated` binds (docs/log-format-state.md). */
export function stateHash({ head, totals }: LoggedState): string {
  return taggedHash("state", head, totals);
}
