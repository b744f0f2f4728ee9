/** `scorecards` (docs/log-format-classes.md): points for answers, and the sum from which a card accepts. */

import { cellsOfSets, type Predicates } from "./predicates.ts";
import { Broken } from "./report.ts";
import { askedLosses, type Rules } from "./rules.ts";
import { codeContexts } from "./rules-explicit.ts";

export const MOST_CARD_PREDICATES = 8;
const MOST_WORK = 2 ** 21;

export function scorecards({ count, setOf }: Predicates, most: number): Rules {
  const width = 2 * most + 1;
  const sets = 2 ** count;
  if (width ** count * sets > MOST_WORK) {
    throw new Broken("scorecards", `(2W+1)^n 2^n up to ${MOST_WORK}`, width ** count * sets);
  }
  // by what a card decides on all sets; the two constants first
  const cards = new Set(["0".repeat(sets), "1".repeat(sets)]);
  for (let number = 0; number < width ** count; number++) {
    const points = Array.from({ length: count }, (_, b) => (Math.floor(number / width ** b) % width) - most);
    const sums = Array.from({ length: sets }, (_, set) => sumOf(points.filter((_, b) => (set >> b) & 1)));
    const least = sumOf(points.filter((one) => one < 0));
    const greatest = sumOf(points.filter((one) => one > 0));
    for (let theta = least + 1; theta <= greatest; theta++) {
      cards.add(sums.map((sum) => Number(sum >= theta)).join(""));
    }
  }
  const rules = [...cards];
  const accepts: Rules["accepts"] = ([set = 0], rule) => rules[rule]?.charAt(set) === "1";
  const losses: Rules["losses"] = (charged) => askedLosses(rules.length, accepts, charged);
  return {
    count: rules.length,
    answers: (cells) => [setOf(cells)],
    accepts,
    losses,
    contexts: codeContexts(rules.length),
    cells: cellsOfSets(sets, losses),
  };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
