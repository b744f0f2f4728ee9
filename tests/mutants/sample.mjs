import { createHash } from "node:crypto";

/**
 * Draws some of an area's mutants at random. To Stryker this is a checker: it reports the mutants that were not drawn as
 * errors, and Stryker leaves errors out of its score.
 */
class Sample {
  #count = Number(process.env.EVENHAND_MUTANTS_SAMPLE);
  #seed = process.env.EVENHAND_MUTANTS_SEED;

  async init() {}

  /** All mutants are checked together, because the draw is among all of them. */
  async group(mutants) {
    return [mutants.map(({ id }) => id)];
  }

  async check(mutants) {
    const drawn = new Set(draw(mutants, this.#count, this.#seed));
    const statusOf = (mutant) =>
      drawn.has(mutant) ? { status: "passed" } : { status: "compileError", reason: "not drawn" };
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, statusOf(mutant)]));
  }
}

/** Orders the mutants by a hash of the seed and of what they change, and takes the first ones. */
export function draw(mutants, count, seed) {
  const lotOf = ({ fileName, location, mutatorName, replacement }) => {
    const file = fileName.slice(fileName.lastIndexOf("server/"));
    const text = JSON.stringify([seed, file, location, mutatorName, replacement]);
    return createHash("sha256").update(text).digest("hex");
  };
  return mutants
    .map((mutant) => ({ mutant, lot: lotOf(mutant) }))
    .sort((one, other) => (one.lot < other.lot ? -1 : 1))
    .slice(0, count)
    .map(({ mutant }) => mutant);
}

export const strykerPlugins = [{ kind: "Checker", name: "sample", factory: () => new Sample() }];
