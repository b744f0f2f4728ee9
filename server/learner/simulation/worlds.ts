import { LearnerError } from "../errors.ts";
import { LIMITS } from "../params.ts";
import type { Column, HypothesisSpec } from "../spec.ts";
import type { Population } from "./population.ts";
import { openRandom, type Random, withRandom } from "./randomness.ts";

/** A made-up world of context types and of rules that outside models might have given. */
export type WorldSpec = {
  /** Context types, 2..1,000. */
  readonly types: number;
  /** N, the two constants included: 3..10,002. */
  readonly rules: number;
  readonly seed: number;
};

const LARGEST_TYPES = 1_000;
/** Fewer patterns than rules would never end. */
const MOST_TRIES = 1_000;

/**
 * Makes a world: each type has a place (east, north) in the unit square, a weight and a label's chance; each rule but the
 * two constants decides every type by a coin. No two rules agree on all types.
 *
 *   weight 0.5 + U,  label chance 0.3 U or 1 - 0.3 U by a coin,  rule cell = 1 with chance 1/2
 *
 * Columns: east and north, which auditors see; rule 1 .. rule N-2, which the rules read.
 *
 * @throws LearnerError "range" on a count, or if the types are too few for so many different rules
 */
export function coinWorld({ types, rules, seed }: WorldSpec): {
  readonly population: Population;
  readonly hypotheses: HypothesisSpec;
} {
  checkCount("types", types, 2, LARGEST_TYPES);
  checkCount("rules", rules, 3, LIMITS.listedRules + 2);
  return withRandom(openRandom(seed, "world"), (random) => {
    const patterns = differentPatterns(random, types, rules - 2);
    const names = patterns.map((_, i) => `rule ${i + 1}`);
    const columns: Column[] = names.map((name) => ({ name, type: "category" }));
    const shownColumns: Column[] = ["east", "north"].map((name) => ({ name, type: "number" }));
    const kinds = Array.from({ length: types }, (_, type) => ({
      features: patterns.map((pattern) => pattern.charAt(type)),
      shown: [String(random.uniform()), String(random.uniform())],
      weight: 0.5 + random.uniform(),
      labelChance: random.uniform() < 0.5 ? 0.3 * random.uniform() : 1 - 0.3 * random.uniform(),
    }));
    const listed = names.map((column) => ({ column, accepts: "1" }));
    return {
      population: { columns, shownColumns, kinds },
      hypotheses: { kind: "explicit" as const, version: 1 as const, rules: listed },
    };
  }).result;
}

/** Decisions per rule, texts of 0 and 1; neither constant nor repeated. */
function differentPatterns(random: Random, types: number, count: number): string[] {
  const constants = ["0".repeat(types), "1".repeat(types)];
  const patterns = new Set(constants);
  for (let i = 0; i < count; i++) {
    const before = patterns.size;
    for (let tries = 0; patterns.size === before; tries++) {
      if (tries === MOST_TRIES) {
        throw new LearnerError("range", `${types} types have no ${count} different rules within reach`);
      }
      patterns.add(Array.from({ length: types }, () => (random.uniform() < 0.5 ? "0" : "1")).join(""));
    }
  }
  return [...patterns].slice(2);
}

function checkCount(name: string, value: number, least: number, most: number): void {
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new LearnerError("range", `${name} ${value} is not one of ${least}..${most}`);
  }
}
