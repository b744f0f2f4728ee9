import { studentQuantile } from "#server/learner/numeric/student.ts";
import type { WhatIfRound } from "./explored-round.ts";

/**
 * Estimates the regret of a study while it runs, after each closed round that is fully known: how many more wrong
 * decisions it has made, against whichever of the two constant rules looks better so far.
 * Without any auditor's distances, these are the only rules known never to be reported by a panel. The best fair policy
 * can be better than both, so apart from chance this is at most the regret of Definition 2.9. The rule is chosen by the
 * same outcomes.
 *
 *   R(t) = Σ_s r_s over the rounds up to t,  r_s = Σ_i (p_i - h) (1 - 2 s_i y_i/p_i),  interval  R(t) ± q √n s(r)
 *
 * with n the fully known rounds up to t, s their standard deviation and q the quantile of Student's t:
 * {@link estimateRegrets}, round after round.
 *
 * @param rounds all closed rounds, oldest first; a round is fully known if every picked person's outcome is yes or no
 * @returns null if no round is fully known, as in an audit
 * Cost: O(people).
 */
export function liveRegret(rounds: readonly WhatIfRound[]) {
  const telling = rounds.flatMap((round, index) => {
    const gaps = gapsOf(round);
    return gaps === null ? [] : [{ t: index + 1, ...gaps }];
  });
  if (telling.length === 0) return null;
  const total = (key: "toNone" | "toAll") => telling.reduce((sum, gaps) => sum + gaps[key], 0);
  const picksEverybody = total("toAll") > total("toNone");
  const key = picksEverybody ? "toAll" : "toNone";
  const sums = { count: 0, errors: 0, squares: 0 };
  return {
    /** Whether the constant rule picks all people (true) or none (false). */
    picksEverybody,
    points: telling.map((gaps) => {
      sums.count += 1;
      sums.errors += gaps[key];
      sums.squares += gaps[key] ** 2;
      /** t: the number of the closed round, from 1; the interval is null after the first of them. */
      return { t: gaps.t, errors: sums.errors, interval: intervalOf(sums) };
    }),
  };
}

/** Returns what one round adds to both regrets; null if it is not fully known. */
function gapsOf({ chances, selected, outcomes }: WhatIfRound) {
  if (selected === null) return null;
  let [toNone, toAll] = [0, 0];
  for (const [i, text] of chances.entries()) {
    const value = outcomes[i];
    if (selected[i] === 1 && value !== "yes" && value !== "no") return null;
    const chance = Number(text);
    const label = selected[i] === 1 && value === "yes" ? 1 / chance : 0;
    toNone += chance * (1 - 2 * label);
    toAll += (chance - 1) * (1 - 2 * label);
  }
  return { toNone, toAll };
}

function intervalOf({ count, errors, squares }: { count: number; errors: number; squares: number }) {
  if (count < 2) return null;
  const variance = Math.max(0, squares - errors ** 2 / count) / (count - 1);
  const reach = studentQuantile(count - 1) * Math.sqrt(count * variance);
  return { low: errors - reach, high: errors + reach };
}
