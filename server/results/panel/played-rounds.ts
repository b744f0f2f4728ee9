import { listLastBallots } from "#db/queries/ballots.ts";
import { listViolations } from "#db/queries/draws.ts";
import { listSecondAnswers } from "#db/queries/remarks.ts";
import { listRoundFeatures } from "#db/queries/round-people.ts";
import { listPlaces } from "#db/queries/round-seats.ts";
import { listRounds } from "#db/queries/rounds.ts";
import type { Reader } from "#db/store/store.ts";
import { countingBallots } from "#server/audit-log/ballots.ts";
import { decisionOfRound } from "#server/audit-log/stored-decision.ts";
import type { Verdict } from "#server/audit-log/verdicts.ts";
import type { App } from "#server/platform/app/app.ts";
import type { StoredRound } from "#server/workers/findings-tasks.ts";

/** People of rounds that are read at once, so that a batch stays small whatever the size of a round. */
const peopleAtOnce = 5_000;
const roundsAtOnce = 50;

/** Yields closed rounds in small batches, each read separately: only an erasure changes a closed round. */
export async function* playedRounds(
  app: App,
  studyId: string,
  { numbers, roundSize }: { numbers: readonly number[]; roundSize: number },
): AsyncGenerator<StoredRound[]> {
  const atOnce = Math.max(1, Math.min(roundsAtOnce, Math.floor(peopleAtOnce / roundSize)));
  for (let first = 0; first < numbers.length; first += atOnce) {
    const batch = numbers.slice(first, first + atOnce);
    yield await app.store.read((db) => readRounds(db, studyId, batch));
  }
}

async function readRounds(db: Reader, studyId: string, numbers: readonly number[]): Promise<StoredRound[]> {
  const rounds = (await listRounds(db, studyId, numbers)).reverse();
  const people = Map.groupBy(await listRoundFeatures(db, studyId, numbers), (row) => row.round);
  const seatsOf = await readStoredSeats(db, studyId, numbers);
  const again = Map.groupBy(await listSecondAnswers(db, studyId, numbers), (row) => row.round);
  const annulled = Map.groupBy(
    (await listViolations(db, studyId, numbers)).filter(({ annulledIn }) => annulledIn !== null),
    (row) => row.round,
  );
  return rounds.map(({ number, pairCount, docket, tolerancePairs, ...row }) => ({
    number,
    ...decisionOfRound(row),
    pairCount,
    docket,
    annulled: (annulled.get(number) ?? []).map(({ high, low }) => [high, low] as const),
    people: (people.get(number) ?? []).map(({ features }) => features),
    chances: (people.get(number) ?? []).map(({ chance }) => chance),
    seats: seatsOf(number).map((seat) => ({
      ...seat,
      // Where only tolerances were asked for, no pair was judged.
      verdicts: tolerancePairs === null ? seat.verdicts : seat.verdicts && "[]",
      tolerances: tolerancePairs === null ? null : seat.verdicts,
      again: answersOf(again.get(number) ?? [], seat.id),
    })),
  }));
}

type SecondAnswer = Awaited<ReturnType<typeof listSecondAnswers>>[number];

function answersOf(rows: readonly SecondAnswer[], seat: string): Verdict[] {
  return rows.flatMap(({ seatId, high, low, again }): Verdict[] =>
    seatId === seat && again !== null ? [[high, low, again]] : [],
  );
}

/** Reads the seats of closed rounds by place, each with the ballot that counts. */
export async function readStoredSeats(
  db: Reader,
  studyId: string,
  numbers: readonly number[],
): Promise<(round: number) => StoredRound["seats"]> {
  const places = Map.groupBy(await listPlaces(db, studyId, numbers), (row) => row.round);
  const ballots = Map.groupBy(await listLastBallots(db, { studyId, rounds: numbers }), (row) => row.round);
  return (round) => {
    const seats = (places.get(round) ?? []).map(({ seatId }) => seatId);
    const counting = countingBallots(seats, ballots.get(round) ?? []);
    return seats.map((id, place) => ({ id, verdicts: counting[place]?.verdicts ?? null }));
  };
}
