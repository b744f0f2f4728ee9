import { createHash } from "node:crypto";
import type { Mutant } from "./plant.ts";

/**
 * Draws mutants at random, each place as likely as any other: of several mutants that one operator makes of the same text,
 * the first counts. What is drawn depends on the seed and on what the mutants change, so that a file elsewhere that grows
 * does not exchange the rest.
 */
export function sample(mutants: readonly Mutant[], count: number, seed: string): Mutant[] {
  const taken = new Set<string>();
  const isFirst = ({ file, operator, start, end }: Mutant) => {
    const place = [file, operator, start, end].join(" ");
    return !taken.has(place) && taken.add(place);
  };
  return inRandomOrder(mutants, seed).filter(isFirst).slice(0, count);
}

export function inRandomOrder(mutants: readonly Mutant[], seed: string): Mutant[] {
  const drawn = mutants.map((mutant) => ({ mutant, lot: lotOf(mutant, seed) }));
  return drawn.sort((one, other) => (one.lot < other.lot ? -1 : 1)).map(({ mutant }) => mutant);
}

function lotOf({ id }: Mutant, seed: string): string {
  return createHash("sha256").update(`${seed}\n${id}`).digest("hex");
}
