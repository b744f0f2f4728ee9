import { type Pair, type Verdicts, type VerdictWord, wordOf } from "#components/judging/ballots/verdicts.ts";
import * as t from "#messages/judgingParts.ts";

/** Progress through the pairs that are asked a second time, and how often both answers are equal. */
export type RepeatAgreement = {
  /** In the order in which they are asked. */
  readonly open: readonly Pair[];
  readonly answered: number;
  readonly same: number;
};

/** @param againOf returns the second answer on a pair, or null if there is none */
export function agreementOf(
  { pairs, repeatCount }: { readonly pairs: readonly Pair[]; readonly repeatCount: number },
  verdicts: Verdicts,
  againOf: (pair: Pair) => VerdictWord | null,
): RepeatAgreement {
  const repeated = pairs.slice(0, repeatCount);
  const answered = repeated.filter((pair) => againOf(pair) !== null);
  return {
    open: repeated.filter((pair) => againOf(pair) === null),
    answered: answered.length,
    same: answered.filter((pair) => againOf(pair) === wordOf(verdicts, pair)).length,
  };
}

/** Describes self-agreement, such as "You gave the same answer on 1 of 2 pairs that you were asked twice." */
export function agreementInWords({ answered, same }: Pick<RepeatAgreement, "answered" | "same">): string {
  return t.agreement({ same, count: answered });
}
