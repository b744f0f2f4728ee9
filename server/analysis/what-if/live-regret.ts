import { studentQuantile } from "#server/learner/numeric/student.ts";
import type { Interval } from "../findings/wilson.ts";
import type { ExploredRound } from "./explored-round.ts";

/** How many more decisions than a constant rule a study got wrong so far, after each closed round that tells. */
export type LiveRegret = {
  /** The rule: picking everybody, or nobody. */
  readonly picksEverybody: boolean;
  readonly points: readonly {
    /** t: closed rounds count from 1. */
    readonly t: number;
    readonly errors: number;
    /** 95 %, as RegretEstimate's; null after the first of them. */
    readonly interval: Interval | null;
  }[];
};

/**
 * The regret of a study while it goes on, against the one of the two constant rules that looks better by now: they are the rules
 * of which it is known, without any auditor's distances, that no panel reports them. The best fair policy can be better than both,
 * so this is at most the regret of Definition 2.9 but for luck: the rule is chosen by the same outcomes.
 *
 *   R(t) = Σ_s r_s over the rounds up to t,  r_s = Σ_i (p_i - h) (1 - 2 s_i y_i/p_i),  interval  R(t) ± q √n s(r)
 *
 * with n the rounds up to t that tell, s their standard deviation and q the quantile of Student's t: {@link estimateRegrets},
 * round after round.
 *
 * @param rounds all closed ones, oldest first; one tells if the outcome of everybody picked is yes or no
 * @returns null where none tells, as in an audit
 * Cost: O(people).
 */
export function liveRegret(rounds: readonly ExploredRound[]): LiveRegret | null {
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
    picksEverybody,
    points: telling.map((gaps) => {
      sums.count += 1;
      sums.errors += gaps[key];
      sums.squares += gaps[key] ** 2;
      return { t: gaps.t, errors: sums.errors, interval: intervalOf(sums) };
    }),
  };
}

/** What one round adds to both regrets; null if it does not tell. */
function gapsOf({ chances, selected, outcomes }: ExploredRound) {
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
