import type { Column, HypothesisSpec } from "#server/learner/config/spec.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { openRandom, type Random, withRandom } from "#server/learner/numeric/randomness.ts";
import type { Population } from "./population.ts";

/** A synthetic world of context types and of rules that outside models might have given. */
export type WorldSpec = {
  /** Context types, 2..1,000. */
  readonly types: number;
  /** N, the two constants included: 3..10,002. */
  readonly rules: number;
  readonly seed: number;
};

/** The most attempts at a new pattern: with fewer patterns than rules the search would never end. */
const MOST_TRIES = 1_000;
/** The largest chance of a type's less likely label. */
const MOST_NOISE = 0.3;
/** The range of how often a rule takes the better decision: rules are evenly spread in it. */
const SKILL = { least: 0.3, most: 0.9 };

/**
 * Makes a synthetic world. Each type has a place (east, north) in the unit square, a weight and a label's chance. Each
 * rule except the two constants has a skill, the chance of taking the better decision about a type. No two rules agree
 * on all types.
 *
 *   weight 0.5 + U,  label chance 0.3 U or 1 - 0.3 U by a coin,  skill 0.3 + 0.6 U
 *
 * Columns: east and north, which auditors see; rule 1 .. rule N-2, which the rules read.
 *
 * @throws LearnerError "types-too-few" if there are too few types for this many different rules
 */
export function syntheticPopulation({ types, rules, seed }: WorldSpec): {
  readonly population: Population;
  readonly hypotheses: HypothesisSpec;
} {
  return withRandom(openRandom(seed, "world"), (random) => {
    const noise = () => MOST_NOISE * random.uniform();
    const labelChances = Array.from({ length: types }, () =>
      random.uniform() < 0.5 ? noise() : 1 - noise(),
    );
    const patterns = differentPatterns(random, labelChances, rules - 2);
    const names = patterns.map((_, i) => `rule ${i + 1}`);
    const columns: Column[] = names.map((name) => ({ name, type: "category" }));
    const shownColumns: Column[] = ["east", "north"].map((name) => ({ name, type: "number" }));
    const kinds = labelChances.map((labelChance, type) => ({
      features: patterns.map((pattern) => pattern.charAt(type)),
      shown: [String(random.uniform()), String(random.uniform())],
      weight: 0.5 + random.uniform(),
      labelChance,
    }));
    const listed = names.map((column) => ({ column, accepts: "1" }));
    return {
      population: { columns, shownColumns, kinds },
      hypotheses: { kind: "explicit" as const, version: 1 as const, rules: listed },
    };
  }).result;
}

/** Returns the decisions of each rule, texts of 0 and 1; neither constant nor repeated. */
function differentPatterns(random: Random, labelChances: readonly number[], count: number): string[] {
  const types = labelChances.length;
  const patterns = new Set(["0".repeat(types), "1".repeat(types)]);
  for (let i = 0; i < count; i++) {
    const before = patterns.size;
    const skill = SKILL.least + (SKILL.most - SKILL.least) * random.uniform();
    for (let tries = 0; patterns.size === before; tries++) {
      if (tries === MOST_TRIES) {
        throw new LearnerError(
          "types-too-few",
          `${types} types have no ${count} different rules within reach`,
        );
      }
      const decide = (labelChance: number) => (random.uniform() < skill === labelChance > 0.5 ? "1" : "0");
      patterns.add(labelChances.map(decide).join(""));
    }
  }
  return [...patterns].slice(2);
}
