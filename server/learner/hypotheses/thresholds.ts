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
import { cutRules } from "./cut-rules.ts";
import { checkGroup } from "./patterns.ts";
import { plainCondition, type SayCondition } from "./predicates.ts";

/**
 * Thresholds: per cut one rule `column <= cut` and one rule `column > cut`, or only the one of the cut's side.
 *
 *   h_0 = 0,  h_1 = 1,  then by cut i:  h(x) = 1[x_c <= cut_i],  h(x) = 1[x_c > cut_i],  c the column of cut i
 *
 * Numbers are compared as doubles. A missing cell answers no in both directions. Separator: intervalSeparator,
 * s = cuts + columns.
 *
 * @param columns the study's columns
 * @param cuts [n], n from 0 to LIMITS.cuts, no two alike (1 and 1.0 are alike)
 * @returns a class of N = 2 + 2n rules, one less for each cut with a side
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
  const numbered = cutRules(cuts);
  const { size, cutOf, isAbove } = numbered;
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
      for (let h = 2; h < size; h++) {
        const i = cutOf[h] as number;
        const cell = cells[positions[i] as number] as number;
        const cut = values[i] as number;
        bits[h] = (isAbove[h] === 1 ? cell > cut : cell <= cut) ? 1 : 0;
      }
      return bits;
    },
    patterns(people) {
      checkGroup(people);
      const patterns = new Uint8Array(size);
      const ofColumn = columns.map((): CellSteps | null => null);
      for (const position of used) {
        for (const individual of people) checkWidth(individual, columns.length);
        ofColumn[position] = cellSteps(people.map((individual) => numberCell(individual, position)));
      }
      patterns[1] = 2 ** people.length - 1;
      for (let h = 2; h < size; h++) {
        const i = cutOf[h] as number;
        const { cells, atMost, known } = ofColumn[positions[i] as number] as CellSteps;
        const cut = values[i] as number;
        let step = 0;
        while (step < cells.length && (cells[step] as number) <= cut) step++;
        const low = atMost[step] as number;
        patterns[h] = isAbove[h] === 1 ? known ^ low : low;
      }
      return patterns;
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
      const { column, cut: value } = cuts[cutOf[hypothesis] as number] as Cut;
      return `accept if ${say({ column, test: isAbove[hypothesis] === 1 ? "above" : "at-most", value })}`;
    },
    get separator() {
      separator ??= intervalSeparator(cutColumns(positions, values), cuts, numbered);
      return separator;
    },
  };

  function answer(hypothesis: number, individual: Features): 0 | 1 {
    const i = cutOf[hypothesis] as number;
    const cell = numberCell(individual, positions[i] as number);
    const cut = values[i] as number;
    return (isAbove[hypothesis] === 1 ? cell > cut : cell <= cut) ? 1 : 0;
  }
}

/** The cells of some people in one column, and who they are: what a cut answers follows from how many lie at or below it. */
type CellSteps = {
  /** Ascending. */
  readonly cells: Float64Array;
  /** The byte of the people with the first so many cells: [cells + 1] */
  readonly atMost: Uint8Array;
  /** The byte of all whose cell is not missing. */
  readonly known: number;
};

function cellSteps(all: readonly number[]): CellSteps {
  const order = [...all.keys()].filter((person) => !Number.isNaN(all[person]));
  order.sort((a, b) => (all[a] as number) - (all[b] as number));
  const atMost = new Uint8Array(order.length + 1);
  for (const [step, person] of order.entries()) atMost[step + 1] = (atMost[step] as number) | (1 << person);
  const cells = Float64Array.from(order, (person) => all[person] as number);
  return { cells, atMost, known: atMost[order.length] as number };
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
  if (areAscending(positions, values)) return;
  const seen = new Map<number, Set<number>>();
  for (let i = 0; i < values.length; i++) {
    const [position, value] = [positions[i] as number, values[i] as number];
    const ofColumn = seen.get(position) ?? new Set();
    if (ofColumn.has(value)) throw new LearnerError("range", `cut ${i} repeats an earlier cut`);
    seen.set(position, ofColumn.add(value));
  }
}

/** Whether each column's cuts come in ascending order, as a program writes them: none repeats another then. */
function areAscending(positions: Int32Array, values: Float64Array): boolean {
  const newest = new Map<number, number>();
  for (let i = 0; i < values.length; i++) {
    const [position, value] = [positions[i] as number, values[i] as number];
    if ((newest.get(position) ?? Number.NEGATIVE_INFINITY) >= value) return false;
    newest.set(position, value);
  }
  return true;
}
