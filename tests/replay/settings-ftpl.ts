/** FTPL: its settings are held against the page (docs/log-format-learners.md); its rounds this replay cannot recompute. */

import { compare, parseDecimal, ZERO } from "./decimal.ts";
import { type Fields, wholeNumber } from "./read.ts";
import { Broken, Unknown } from "./report.ts";

const MOST = 1_000_000;

/** Always throws: what no honest log has, or that it stops here. */
export function refuseFtpl(learner: Fields): never {
  const mode = learner.word("mode", ["known", "paper"]);
  const horizon = wholeNumber(learner.get("horizon"), "horizon", 1);
  learner.word("afterHorizon", ["end"]);
  learner.word("pairRule", ["average", "largest-gap", "most-flags"].slice(mode === "paper" ? 1 : 0));
  for (const key of ["prior", "draw", "guarded", "delta"]) absent(learner, key);
  if (mode === "paper") for (const key of ["resampleCount", "omegaMultiplier"]) absent(learner, key);
  else checkKnown(learner, horizon);
  throw new Unknown("this program does not know the learner ftpl");
}

function checkKnown(learner: Fields, horizon: number): void {
  const count = learner.whole("resampleCount", leastL(horizon));
  let rest = count;
  for (const factor of [2, 5]) while (rest % factor === 0) rest /= factor;
  if (rest !== 1 || count > MOST) throw new Broken("resampleCount", `2^a 5^b, at most ${MOST}`, count);
  const multiplier = learner.get("omegaMultiplier");
  if (multiplier === undefined) return;
  const value = parseDecimal(learner.text("omegaMultiplier"));
  if (value === null || compare(value, ZERO) <= 0) {
    throw new Broken("omegaMultiplier", "a decimal above 0", multiplier);
  }
}

/** The smallest whole L with L^3 >= T: R is no smaller. */
function leastL(horizon: number): number {
  let L = 1;
  while (BigInt(L) ** 3n < BigInt(horizon)) L++;
  return L;
}

function absent(learner: Fields, key: string): void {
  if (learner.get(key) !== undefined) throw new Broken(key, "absent", learner.get(key));
}
