import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/**
 * Whether this run tests everything: set by `CI=true npm test`. On a developer's machine `npm test` runs the quick tier:
 * exhaustive searches on a seeded tenth, services and database on SQLite only.
 */
export const isFullRun = process.env.EVENHAND_TEST_TIER === "full";

/**
 * Returns all cases in a full run, otherwise a seeded tenth of them (at least one), in their order.
 * The same seed picks the same cases on every machine.
 */
export function tenthOf<Case>(cases: readonly Case[], seed = 30): Case[] {
  return isFullRun ? [...cases] : sampleOf(cases, seed);
}

/**
 * Returns the cases of a suite that runs on both engines and whose result does not depend on the engine: all of them on
 * SQLite in a full run, a tenth on PostgreSQL and in any other run.
 */
export function casesOn<Case>(engine: "sqlite" | "postgres", cases: readonly Case[]): Case[] {
  return engine === "sqlite" ? tenthOf(cases) : sampleOf(cases);
}

function sampleOf<Case>(cases: readonly Case[], seed = 30): Case[] {
  const generator = xoroshiro128plus(seed);
  const wanted = Math.max(1, Math.ceil(cases.length / 10));
  const kept = new Set<number>();
  while (kept.size < wanted && kept.size < cases.length) kept.add(uniformInt(generator, 0, cases.length - 1));
  return cases.filter((_case, index) => kept.has(index));
}
