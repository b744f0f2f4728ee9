import { LearnerError } from "#server/learner/numeric/errors.ts";

/**
 * The catalogue of decision lists: `steps[h * longest + i]` is step i of list h, coded 2 · literal + answer, or -1
 * after the last. The final answer is the opposite of the last step's.
 */
export type ListCatalogue = {
  readonly size: number;
  readonly longest: number;
  readonly steps: Int8Array;
};

/**
 * Lists, once each, all functions that a 1-decision list of 1..longest steps over n predicates computes, except the two
 * constants. The constants are rules 0 and 1, whose rows hold no steps.
 *
 * A step is "if literal, answer v". Literal 2b is "predicate b answers yes", 2b+1 is "no". These lists are kept:
 *   1. no predicate occurs twice,
 *   2. the final answer is the opposite of the last step's,
 *   3. neighbouring steps with one answer ascend by predicate,
 *   4. the last two steps have one answer; a single step answers 1.
 * Any list equals one of these that is no longer: a second test of a predicate is already decided; last steps that
 * answer as the end does can be dropped; neighbours with one answer can be swapped; "if a, v, else 1-v" is "if not a,
 * 1-v, else v", so a lone last step joins the run before it. No two of these are equal (the layers of a nested
 * canalizing function are unique).
 *
 * Order: by number of steps, then by the step codes from the first, smaller codes first.
 *
 * @param count n, 0..12
 * @param longest 1..6
 * @param limit the largest number of rules
 * @throws LearnerError "class-too-large"
 * Cost: O(rules · longest).  Source: NOTATION row "decision lists" (Remark 4.7).
 */
export function listCatalogue(count: number, longest: number, limit: number): ListCatalogue {
  const rows: number[] = [];
  let size = 2;
  const empty = Array.from({ length: longest }, () => -1);
  rows.push(...empty, ...empty);

  for (let length = 1; length <= Math.min(longest, count); length++) extend([], length);
  return { size, longest, steps: Int8Array.from(rows) };

  function extend(steps: readonly number[], length: number): void {
    if (steps.length === length) {
      size += 1;
      if (size > limit) throw new LearnerError("class-too-large", `more than ${limit} decision lists`);
      for (let i = 0; i < longest; i++) rows.push(steps[i] ?? -1);
      return;
    }
    for (let step = 0; step < 4 * count; step++) {
      if (mayFollow(steps, step, length)) extend([...steps, step], length);
    }
  }
}

function mayFollow(steps: readonly number[], step: number, length: number): boolean {
  const predicate = step >> 2;
  if (steps.some((earlier) => earlier >> 2 === predicate)) return false;
  const before = steps.at(-1);
  if (before === undefined) return length > 1 || step % 2 === 1;
  const sameAnswer = before % 2 === step % 2;
  if (sameAnswer) return before >> 2 < predicate;
  return steps.length + 1 < length;
}
