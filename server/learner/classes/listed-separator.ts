import type { Features } from "#server/learner/config/spec.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { checkHypothesis, checkPoint, type HypothesisClass, type Separator } from "./class.ts";

const BITS = /^[01]+$/;

/**
 * A stored separator: the decisions of the listed rules on each context. The constants decide 0 and 1.
 *
 * @param contexts [s], s >= 1, texts of `listed` characters 0 and 1
 * @param listed the number of rules besides the constants
 * @throws LearnerError "shape" on a text; "separator-fails" if two rules, constants among them, decide alike everywhere
 * Cost: O(s · listed).
 */
export function listedSeparator(contexts: readonly string[], listed: number): Separator {
  for (const context of contexts) {
    if (context.length !== listed || !BITS.test(context)) {
      throw new LearnerError("shape", `a context ${JSON.stringify(context)} for ${listed} listed rules`);
    }
  }
  const size = listed + 2;
  const at = (h: number, p: number) => (h < 2 ? h : contexts[p]?.[h - 2] === "1" ? 1 : 0) as 0 | 1;
  const seen = new Map<string, number>();
  for (let h = 0; h < size; h++) {
    const decided = contexts.map((_, p) => at(h, p)).join("");
    const twin = seen.get(decided);
    if (twin !== undefined) throw failure(twin, h);
    seen.set(decided, h);
  }
  return {
    size: contexts.length,
    at(hypothesis, point) {
      checkHypothesis(hypothesis, size);
      checkPoint(point, contexts.length);
      return at(hypothesis, point);
    },
    point(point) {
      checkPoint(point, contexts.length);
      return contexts[point] as string;
    },
  };
}

/**
 * Chooses contexts that separate every two rules, greedily. Each step takes the context that splits the most pairs of
 * rules that no chosen context splits; ties go to the lowest position.
 *
 * @param rules a class, usually an explicit list
 * @param contexts the study's people: [n]
 * @returns positions of the chosen contexts, in the order chosen; at most 1 + ln(N²/2) times as many as needed
 * @throws LearnerError "separator-fails" naming two rules that decide alike on all contexts
 * Cost: O(n N) per chosen context.  Source: NOTATION row "separator" (Def. 4.6).
 * @internal
 */
export function coverSeparator(rules: HypothesisClass, contexts: readonly Features[]): number[] {
  const decided = contexts.map((context) => rules.bits(context));
  // rules that no chosen context separates share a group
  let groups = new Int32Array(rules.size);
  let groupCount = 1;
  const chosen: number[] = [];
  while (groupCount < rules.size) {
    let best = -1;
    let most = 0;
    for (const [i, bits] of decided.entries()) {
      const split = pairsSplit(groups, groupCount, bits);
      if (split > most) {
        most = split;
        best = i;
      }
    }
    const bits = decided[best];
    if (bits === undefined) throw firstTwins(groups);
    chosen.push(best);
    ({ groups, groupCount } = refine(groups, bits));
  }
  return chosen;
}

/**
 * Writes chosen contexts in the form that a spec stores: the decisions of rules 2, 3, ... on each, no features.
 *
 * @throws LearnerError "shape" if a position is not one of the contexts
 * @internal
 */
export function writeSeparator(
  rules: HypothesisClass,
  contexts: readonly Features[],
  chosen: readonly number[],
): string[] {
  return chosen.map((position) => {
    const context = contexts[position];
    if (context === undefined) throw new LearnerError("shape", `there is no context ${position}`);
    return rules.bits(context).subarray(2).join("");
  });
}

/** Σ over groups of (rules that decide 0) × (rules that decide 1). */
function pairsSplit(groups: Int32Array, groupCount: number, bits: Uint8Array): number {
  const zeros = new Int32Array(groupCount);
  const ones = new Int32Array(groupCount);
  for (let h = 0; h < groups.length; h++) {
    const side = bits[h] === 1 ? ones : zeros;
    side[groups[h] as number] = (side[groups[h] as number] as number) + 1;
  }
  let pairs = 0;
  for (let g = 0; g < groupCount; g++) pairs += (zeros[g] as number) * (ones[g] as number);
  return pairs;
}

function refine(
  groups: Int32Array,
  bits: Uint8Array,
): { groups: Int32Array<ArrayBuffer>; groupCount: number } {
  const numbers = new Map<number, number>();
  const refined = groups.map((group, h) => {
    const key = 2 * group + (bits[h] as number);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, numbers.size);
    return numbers.size - 1;
  });
  return { groups: Int32Array.from(refined), groupCount: numbers.size };
}

/**
 * Creates the error for two rules that share a group: the first whose group has an earlier rule, and that earlier rule.
 */
function firstTwins(groups: Int32Array): LearnerError {
  const firsts = new Map<number, number>();
  const second = groups.findIndex((group, h) => {
    if (!firsts.has(group)) firsts.set(group, h);
    return firsts.get(group) !== h;
  });
  return failure(firsts.get(groups[second] as number) as number, second);
}

function failure(first: number, second: number): LearnerError {
  return new LearnerError("separator-fails", `rules ${first} and ${second} decide alike on every context`);
}
