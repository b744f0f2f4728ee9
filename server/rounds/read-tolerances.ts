import { listLastBallots } from "#db/queries/ballots.ts";
import { listRoundPeople } from "#db/queries/round-people.ts";
import { listRoundSeats } from "#db/queries/round-seats.ts";
import type { RoundRow } from "#db/queries/rounds.ts";
import type { Reader } from "#db/store/store.ts";
import { countingBallots } from "#server/audit-log/ballots.ts";
import { pairKey } from "#server/audit-log/pairs.ts";
import { readTolerancePairs } from "#server/audit-log/tolerance-pairs.ts";
import { tallyVerdicts } from "./tally-verdicts.ts";

/** What a panel said of a pair for which it was asked how far apart the chances may be. */
export type PairTolerances = {
  readonly high: number;
  readonly low: number;
  /** Logged decimals. */
  readonly chances: readonly [high: string, low: string];
  /** In points, the smallest first, so that their order does not reveal the seats. */
  readonly tolerances: readonly number[];
};

/** Reads what the panel of a closed round answered; null where it was not asked for tolerances. */
export async function readTolerances(
  db: Reader,
  studyId: string,
  { number, tolerancePairs }: RoundRow,
): Promise<PairTolerances[] | null> {
  const pairs = readTolerancePairs(tolerancePairs);
  if (pairs === null) return null;
  const people = await listRoundPeople(db, studyId, number);
  const seats = (await listRoundSeats(db, studyId, number)).map(({ seatId }) => seatId);
  const ballots = countingBallots(seats, await listLastBallots(db, { studyId, rounds: [number] }));
  const tallies = await tallyVerdicts(ballots.filter((ballot) => ballot !== null));
  return pairs.map(([high, low]) => {
    const said = tallies.get(pairKey(high, low))?.tolerances ?? [];
    return {
      high,
      low,
      chances: [people[high]?.chance ?? "0", people[low]?.chance ?? "0"],
      tolerances: said.toSorted((a, b) => a - b),
    };
  });
}
