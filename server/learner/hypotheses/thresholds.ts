import { parseNumber } from "#server/learner/numbers/decimal.ts";
import { LearnerError } from "#server/learner/numbers/errors.ts";
import { LIMITS } from "#server/learner/spec/params.ts";
import type { Column, Cut, Features } from "#server/learner/spec/spec.ts";
import { checkWidth, numberCell, numberColumnPosition } from "./cells.ts";
import {
  ACCEPT_EVERYONE,
  ACCEPT_NO_ONE,
  checkHypothesis,
  type HypothesisClass,
  type Separator,
} from "./class.ts";
import { cutColumns, intervalSeparator } from "./cut-columns.ts";
import { plainCondition, type SayCondition } from "./predicates.ts";

/**
 * Thresholds in both directions: one rule `column <= cut` and one rule `column > cut` per cut.
 *
 *   h_0 = 0,  h_1 = 1,  h_{2+2i}(x) = 1[x_c <= cut_i],  h_{3+2i}(x) = 1[x_c > cut_i],  c the column of cut i
 *
 * Numbers are compared as doubles. A missing cell answers no in both directions. Separator: intervalSeparator,
 * s = cuts + columns.
 *
 * @param columns the study's columns
 * @param cuts [n], n from 0 to LIMITS.cuts, no two alike (1 and 1.0 are alike)
 * @returns a class of N = 2 + 2n rules
 * @throws LearnerError "class-too-large"; "range" on an unknown column or two like cuts; "not-a-decimal"
 * Cost: O(n) to build and per person.  Source: NOTATION row "thresholds".
 */
export function thresholds(
  columns: readonly Column[],
  cuts: readonly Cut[],
  say: SayCondition = plainCondition,
): HypothesisClass {
  if (cuts.length > LIMITS.cuts) {
    throw new LearnerError("class-too-large", `${cuts.length} cuts, at most ${LIMITS.cuts}`);
  }
  const size = 2 + 2 * cuts.length;
  const { positions, values } = bindCuts(columns, cuts);
  const used = [...new Set(positions)];
  // sorted only when somebody asks: Exp2 does not
  let separator: Separator | undefined;

  return {
    size,
    constants: { none: 0, all: 1 },
    bits(individual) {
      checkWidth(individual, columns.length);
      const cells = new Float64Array(columns.length);
      for (const position of used) cells[position] = numberCell(individual, position);
      const bits = new Uint8Array(size);
      bits[1] = 1;
      for (let i = 0; i < values.length; i++) {
        const cell = cells[positions[i] as number] as number;
        const cut = values[i] as number;
        bits[2 + 2 * i] = cell <= cut ? 1 : 0;
        bits[3 + 2 * i] = cell > cut ? 1 : 0;
      }
      return bits;
    },
    evaluate(hypothesis, individual) {
      checkHypothesis(hypothesis, size);
      checkWidth(individual, columns.length);
      if (hypothesis < 2) return hypothesis === 1 ? 1 : 0;
      return answer(hypothesis, individual);
    },
    sentence(hypothesis) {
      checkHypothesis(hypothesis, size);
      if (hypothesis < 2) return hypothesis === 0 ? ACCEPT_NO_ONE : ACCEPT_EVERYONE;
      const { column, cut: value } = cuts[(hypothesis - 2) >> 1] as Cut;
      return `accept if ${say({ column, test: hypothesis % 2 === 0 ? "at-most" : "above", value })}`;
    },
    get separator() {
      separator ??= intervalSeparator(cutColumns(positions, values), cuts);
      return separator;
    },
  };

  function answer(hypothesis: number, individual: Features): 0 | 1 {
    const i = (hypothesis - 2) >> 1;
    const cell = numberCell(individual, positions[i] as number);
    const cut = values[i] as number;
    return (hypothesis % 2 === 0 ? cell <= cut : cell > cut) ? 1 : 0;
  }
}

/**
 * Binds cuts to the study's columns.
 *
 * @returns per cut the column's position and the value: [n] each
 * @throws LearnerError "range" on an unknown column, one without numbers, or two like cuts; "not-a-decimal"
 */
export function bindCuts(
  columns: readonly Column[],
  cuts: readonly Cut[],
): { positions: Int32Array; values: Float64Array } {
  const positionByName = new Map<string, number>();
  for (const { column } of cuts) {
    if (!positionByName.has(column)) positionByName.set(column, numberColumnPosition(columns, column));
  }
  const positions = Int32Array.from(cuts, (cut) => positionByName.get(cut.column) ?? -1);
  const values = Float64Array.from(cuts, (cut) => parseNumber(cut.cut));
  checkDistinct(positions, values);
  return { positions, values };
}

function checkDistinct(positions: Int32Array, values: Float64Array): void {
  const seen = new Set<string>();
  for (let i = 0; i < values.length; i++) {
    const key = `${positions[i]} ${values[i]}`;
    if (seen.has(key)) throw new LearnerError("range", `cut ${i} repeats an earlier cut`);
    seen.add(key);
  }
}
