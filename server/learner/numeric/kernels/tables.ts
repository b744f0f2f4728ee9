import { LARGEST_TOTAL } from "#server/learner/numeric/cost-grid.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { type Answers, loadLows, show } from "./answers.ts";
import { CELLS, CHUNK, GROUP, type Kernel, PARTS, SLOTS } from "./contract.ts";
import { kernel } from "./kernel.ts";

/** Up to eight people and what each is charged. */
export type ChargedGroup = {
  readonly answers: Answers;
  /** Whole multiples of 2^-24: [people] */
  readonly costs: readonly number[];
};

/** Up to eight people by the rules' answers. */
export type AnsweringGroup = { readonly answers: Answers; readonly people: number };

/** Visits rule 0 alone, then chunks of rules. Rule 1 is where the sets of a generated class begin. */
export function eachChunk(length: number, use: (start: number, end: number) => void): void {
  use(0, 1);
  for (let start = 1; start < length; start += CHUNK) use(start, Math.min(length, start + CHUNK));
}

/** Writes groups' answers to a chunk's rules into the slots from `first` on. */
function showAll(answers: readonly Answers[], first: number, start: number, end: number): void {
  const work = kernel();
  for (let place = 0; place < answers.length; place += 1) {
    show(work, answers[place] as Answers, first + place, start, end);
  }
}

/**
 * Makes the tables of the charged people.
 *
 * @param first the slot of the first group
 * @returns a function that writes their answers to a chunk's rules into the kernel
 * @throws LearnerError "range"; "shape"
 */
export function startCharging(
  groups: readonly ChargedGroup[],
  first: number,
): (start: number, end: number) => void {
  const work = kernel();
  // Stryker disable next-line ArithmeticOperator: charged people begin at slot 0 or at the middle, and fill at most half of the slots
  if (groups.length > SLOTS - first)
    throw new LearnerError("shape", `${groups.length} groups of people at once`);
  let all = 0;
  for (const [place, { costs }] of groups.entries()) {
    fillTable(work.costs, (first + place) * CELLS, costs);
    all = costs.reduce((sum, cost) => sum + Math.abs(cost), all);
  }
  if (!(all <= LARGEST_TOTAL)) throw new LearnerError("range", `costs of ${all} at once`);
  const answers = groups.map((group) => group.answers);
  loadLows(work, answers, first);
  return (start, end) => showAll(answers, first, start, end);
}

/** Fills in the cost of each byte: the people of its bits, summed in order, from 0 on. */
function fillTable(tables: Float64Array, start: number, costs: readonly number[]): void {
  tables[start] = 0;
  for (const [person, cost] of costs.entries()) {
    const half = 1 << person;
    for (let byte = 0; byte < half; byte += 1) {
      tables[start + half + byte] = (tables[start + byte] as number) + cost;
    }
  }
  // with fewer people than eight no rule has a higher byte, but after the last rule any byte may follow
  tables.fill(0, start + (1 << costs.length), start + CELLS);
}

/** The extreme losses of all chunks. */
export class Extremes {
  #least = Number.POSITIVE_INFINITY;
  #largest = 0;

  take({ extremes }: Kernel): void {
    this.#least = Math.min(this.#least, extremes[0] as number);
    this.#largest = Math.max(this.#largest, extremes[1] as number);
  }

  /** @throws LearnerError "range" */
  checked(): { least: number; largest: number } {
    const [least, largest] = [this.#least, this.#largest];
    if (largest <= LARGEST_TOTAL) return { least, largest };
    throw new LearnerError("range", `the loss of a rule is beyond ${LARGEST_TOTAL}`);
  }
}

/**
 * Clears the sums for the people whose chances are needed.
 *
 * @returns a function that writes their answers to a chunk's rules into the kernel
 * @throws LearnerError "shape"
 */
export function startTally(groups: readonly AnsweringGroup[]): (start: number, end: number) => void {
  if (groups.length > SLOTS) throw new LearnerError("shape", `${groups.length} groups of people`);
  const work = kernel();
  work.sums.fill(0, 0, groups.length * CELLS * PARTS);
  const answers = groups.map((group) => group.answers);
  loadLows(work, answers);
  return (start, end) => showAll(answers, 0, start, end);
}

/** Returns Σ_h w_h h(x) / Σ_h w_h for each person, from the kernel's sums. */
export function chancesFromSums(groups: readonly AnsweringGroup[]): number[] {
  const { sums } = kernel();
  return groups.flatMap(({ people }, slot) => {
    const start = slot * CELLS * PARTS;
    const accepted = new Float64Array(GROUP);
    let total = 0;
    for (let byte = 0; byte < CELLS; byte += 1) {
      let weight = 0;
      for (let part = 0; part < PARTS; part += 1) weight += sums[start + part * CELLS + byte] as number;
      // few bytes have any weight, so the check pays
      if (weight === 0) continue;
      total += weight;
      for (let person = 0; person < people; person += 1) {
        accepted[person] = (accepted[person] as number) + weight * ((byte >> person) & 1);
      }
    }
    return Array.from(accepted.subarray(0, people), (weight) => weight / total);
  });
}
