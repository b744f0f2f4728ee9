import { listLastBallots } from "#db/queries/ballots.ts";
import { listDraws, listViolations } from "#db/queries/draws.ts";
import { listOutcomes } from "#db/queries/outcomes.ts";
import { listDecidedPeople } from "#db/queries/round-people.ts";
import { listPlaces } from "#db/queries/round-seats.ts";
import { listRounds, type RoundRow } from "#db/queries/rounds.ts";
import type { Reader } from "#db/store/store.ts";
import { countingBallots } from "#server/audit-log/ballots.ts";
import { pairKey } from "#server/audit-log/pairs.ts";
import { tallyVerdicts } from "#server/rounds/tally-verdicts.ts";

/** Reads what can be watched of these rounds, in the order of their numbers. `pairs` are empty unless requested. */
export async function readRoundFacts(
  db: Reader,
  studyId: string,
  numbers: readonly number[],
  include: { pairs: boolean },
) {
  const rounds = (await listRounds(db, studyId, numbers)).reverse();
  const ended = rounds.filter((round) => round.state === "closed");
  const closed = ended.map((round) => round.number);
  // Where only tolerances were asked for, no pair was judged.
  const judged = ended.filter((round) => round.tolerancePairs === null);
  const people = Map.groupBy(await listDecidedPeople(db, studyId, numbers), (row) => row.round);
  const draws = await listDraws(db, studyId, closed);
  const outcomes = await listOutcomes(db, studyId, closed);
  const lastOutcomes = new Map(outcomes.map((row) => [`${row.round}/${row.position}`, row.value]));
  const violations = await listViolations(db, studyId, closed);
  const reported = Map.groupBy(violations, (row) => row.round);
  const pairs = include.pairs
    ? await readPairs(db, studyId, judged, violations)
    : new Map<number, JudgedPair[]>();
  return rounds.map((round) => {
    const isClosed = round.state === "closed";
    const draw = draws.find((row) => row.round === round.number);
    return {
      round,
      people: (people.get(round.number) ?? []).map(({ position, personId, chance, selected }) => ({
        ...{ position, personId },
        /** The logged decimal. */
        chance,
        /** Only for a closed round, whenever the draw was made. */
        selected: isClosed && selected === 1,
        /** The last version; null if nothing was recorded. */
        outcome: lastOutcomes.get(`${round.number}/${position}`) ?? null,
      })),
      /** Only for a closed round: verdicts and the draw are not shown while it is open. */
      closed: isClosed
        ? {
            reported: reported.get(round.number) ?? [],
            pairs: pairs.get(round.number) ?? [],
            /** `hypothesis` is null where the draw was even; the draw is null in an audit. */
            draw: draw === undefined ? null : { u: draw.u, hypothesis: draw.hypothesis },
          }
        : null,
    };
  });
}

export type RoundFacts = Awaited<ReturnType<typeof readRoundFacts>>[number];

/** A pair that at least one auditor judged, with the verdicts of the ballots that counted. */
type JudgedPair = {
  readonly high: number;
  readonly low: number;
  readonly unfair: number;
  readonly acceptable: number;
  readonly unsure: number;
  /** Its share of the round's fairness loss if it was reported. */
  readonly weight: string | null;
};

type ViolationRow = Awaited<ReturnType<typeof listViolations>>[number];

async function readPairs(
  db: Reader,
  studyId: string,
  rounds: readonly RoundRow[],
  violations: readonly ViolationRow[],
): Promise<Map<number, JudgedPair[]>> {
  const places = Map.groupBy(await listPlaces(db, studyId, numbersOf(rounds)), (row) => row.round);
  const reported = Map.groupBy(violations, (row) => row.round);
  const judged = new Map<number, JudgedPair[]>();
  for (const batch of inBatches(rounds)) {
    const rows = await listLastBallots(db, { studyId, rounds: numbersOf(batch) });
    const sealed = Map.groupBy(rows, (row) => row.round);
    for (const { number } of batch) {
      const seats = (places.get(number) ?? []).map(({ seatId }) => seatId);
      const ballots = countingBallots(seats, sealed.get(number) ?? []);
      const tallies = await tallyVerdicts(ballots.filter((ballot) => ballot !== null));
      const weights = new Map(
        (reported.get(number) ?? []).map(({ high, low, weight }) => [pairKey(high, low), weight]),
      );
      judged.set(
        number,
        [...tallies]
          .map(([key, { tolerances: _, ...tally }]) => ({ ...tally, weight: weights.get(key) ?? null }))
          .sort(mostFlagsFirst),
      );
    }
  }
  return judged;
}

/** Verdicts that are read at once: the ballots of twenty rounds can be a hundred megabytes. */
const verdictsAtOnce = 20_000;

function inBatches(rounds: readonly RoundRow[]): RoundRow[][] {
  const batches: RoundRow[][] = [];
  let verdicts = Number.POSITIVE_INFINITY;
  for (const round of rounds) {
    verdicts += round.pairCount * round.seatCount;
    if (verdicts > verdictsAtOnce) {
      batches.push([]);
      verdicts = round.pairCount * round.seatCount;
    }
    batches.at(-1)?.push(round);
  }
  return batches;
}

function numbersOf(rounds: readonly RoundRow[]): number[] {
  return rounds.map((round) => round.number);
}

function mostFlagsFirst(a: JudgedPair, b: JudgedPair): number {
  return b.unfair - a.unfair || a.high - b.high || a.low - b.low;
}
