import type { RoundTally } from "./tally.ts";
import { wilson } from "./wilson.ts";

/**
 * Returns what the same flags would have reported if another number had been required (Remark 2.5): exact for the
 * rounds that were played, by the size of their panels and the number that was required. Where the study learns from reports, another number would have changed later rounds.
 */
export function neededGroups(rounds: readonly RoundTally[]) {
  const requiredIn = ({ rule, neededFlags }: RoundTally) => (rule === null ? neededFlags : null);
  const groups = Map.groupBy(rounds, (round) => `${round.seatCount}/${requiredIn(round)}`);
  return [...groups.values()]
    .map((own) => {
      const first = own[0] as RoundTally;
      const { seatCount } = first;
      return {
        seatCount,
        /** The number that was required when these rounds were played; null where a rule named members. */
        neededFlags: requiredIn(first),
        rounds: own.length,
        pairs: own.reduce((total, { pairCount }) => total + pairCount, 0),
        /** For 1, 2, ... m required flags. */
        by: Array.from({ length: seatCount }, (_, index) => countBy(own, index + 1)),
      };
    })
    .sort(
      (a, b) =>
        b.rounds - a.rounds || b.seatCount - a.seatCount || (b.neededFlags ?? 0) - (a.neededFlags ?? 0),
    );
}

export type NeededFlags = ReturnType<typeof neededGroups>[number];

function countBy(rounds: readonly RoundTally[], needed: number) {
  const pairsOf = ({ flags }: RoundTally) =>
    flags.slice(needed - 1).reduce((total, count) => total + count, 0);
  const reports = rounds.filter((round) => pairsOf(round) > 0).length;
  return {
    needed,
    reports,
    reportedPairs: rounds.reduce((total, round) => total + pairsOf(round), 0),
    interval: wilson(reports, rounds.length),
  };
}
