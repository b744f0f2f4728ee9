import type { PanelRule } from "#server/learner/config/spec.ts";
import { exactGaps } from "#server/learner/panel/eligibility.ts";
import { wilson } from "../findings/wilson.ts";
import { reportsOf, sizeOf, type WhatIfRound } from "./explored-round.ts";
import { rulesByPanel } from "./rule-on-panel.ts";

/** The conditions under which a pair would have been reported. */
export type WhatIfSetting = {
  /** Pairs whose chances differ by no more would not have been shown: a decimal, the study's own alpha or above. */
  readonly alpha: string;
  /** The rule's auditors are numbers in the list of the study's seats. */
  readonly rule: PanelRule;
};

/** Brings rounds into a form that can be counted repeatedly. Cost: O(pairs + people). */
export function prepareRounds(rounds: readonly WhatIfRound[]) {
  const seats = [...new Set(rounds.flatMap((round) => round.seats))];
  seats.sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  return {
    rounds: rounds.map(prepared),
    /** Every seat that was on one of the panels, s2 before s10. */
    seats,
    /** The largest panel. */
    mostSeats: rounds.reduce((most, round) => Math.max(most, round.seats.length), 0),
    /** Whether any seat stated a tolerance. */
    hasTolerances: rounds.some(({ pairs }) => pairs.some(([, , , stated]) => stated !== undefined)),
  };
}

export type PreparedRounds = ReturnType<typeof prepareRounds>;

function prepared(round: WhatIfRound) {
  const reported = reportsOf(round);
  const flagged = round.pairs.flatMap((pair) => {
    // at the published chances a stated tolerance agrees with the word: the log rejects any other
    const [, , flags] = pair;
    return flags === 0 ? [] : [{ pair, flags, count: sizeOf(flags) }];
  });
  return {
    round,
    /** Compares the gaps of the round with an alpha. */
    gapsAt: exactGaps(round.chances),
    /** The flagged pairs, with the number of their flags. */
    flagged,
    /** How many pairs were reported when the round was played. */
    reportedThen: flagged.filter(({ flags }) => reported(flags)).length,
  };
}

/**
 * Returns which pairs of which rounds the stored verdicts would have reported under another rule (Remark 2.5): exact
 * for the published chances. It does not show what would have been published after another report; the replay does.
 *
 * @throws LearnerError as bindPanelRule; "not-a-decimal" and "range" on alpha
 * Cost: O(people + flagged pairs), and the cost of the rule once for each set of places.
 */
export function redecide({ rounds, seats }: PreparedRounds, { alpha, rule }: WhatIfSetting) {
  const decidesOn = rulesByPanel(rule, seats);
  return rounds.map(({ round, gapsAt, flagged, reportedThen }) => {
    const decides = decidesOn(round.seats);
    const { exceedsAlpha } = gapsAt(alpha);
    const reported = flagged
      .filter(({ pair, flags }) => decides(flags) && exceedsAlpha(pair[0], pair[1]))
      .map(({ pair }) => pair);
    return { number: round.number, reportedThen, reported };
  });
}

export type RedecidedRound = ReturnType<typeof redecide>[number];

/**
 * Returns how often the stored verdicts would have led to a report for 1, 2, ... m required flags, where m is the
 * largest panel. A panel with fewer seats than required flags reports nothing.
 *
 * @throws LearnerError "not-a-decimal" and "range" on alpha
 * Cost: O(people + flagged pairs + m rounds).
 */
export function frontier({ rounds, mostSeats }: PreparedRounds, alpha: string) {
  /** By number of flags: pairs with that many, and rounds whose most flagged pair has that many. */
  const pairsWith = new Array<number>(mostSeats + 1).fill(0);
  const roundsWith = new Array<number>(mostSeats + 1).fill(0);
  for (const { gapsAt, flagged } of rounds) {
    const { exceedsAlpha } = gapsAt(alpha);
    let most = 0;
    for (const { pair, count } of flagged) {
      if (!exceedsAlpha(pair[0], pair[1])) continue;
      pairsWith[count] = (pairsWith[count] as number) + 1;
      most = Math.max(most, count);
    }
    roundsWith[most] = (roundsWith[most] as number) + 1;
  }
  return Array.from({ length: mostSeats }, (_, index) => {
    const needed = index + 1;
    const reports = sumFrom(roundsWith, needed);
    const interval = wilson(reports, rounds.length);
    return { needed, rounds: rounds.length, reports, reportedPairs: sumFrom(pairsWith, needed), interval };
  });
}

export type FrontierPoint = ReturnType<typeof frontier>[number];

/**
 * Counts how many pairs of all rounds could have been judged at this alpha, and how many of them were not judged.
 *
 * @param alpha a decimal in [0, 1)
 * @throws LearnerError "not-a-decimal"; "range"
 * Cost: O(people + answered pairs).
 */
export function judgeablePairs(
  { rounds }: PreparedRounds,
  alpha: string,
): { asked: number; unjudged: number } {
  let asked = 0;
  let judged = 0;
  for (const { round, gapsAt } of rounds) {
    const { exceedsAlpha, count } = gapsAt(alpha);
    asked += count;
    for (const [high, low] of round.pairs) judged += Number(exceedsAlpha(high, low));
  }
  return { asked, unjudged: asked - judged };
}

function sumFrom(counts: readonly number[], first: number): number {
  return counts.slice(first).reduce((sum, count) => sum + count, 0);
}
