import { listLastBallots } from "#db/queries/ballots.ts";
import { listRoundFeatures } from "#db/queries/round-people.ts";
import { listRounds } from "#db/queries/rounds.ts";
import { listPlaces } from "#db/queries/watching.ts";
import type { Reader } from "#db/store/store.ts";
import type { StoredRound } from "#server/jobs/findings-tasks.ts";
import { countingBallots } from "#server/log/ballots.ts";
import type { App } from "#server/services/app/app.ts";

/** People of rounds that are read at once, so that a batch stays small whatever the size of a round. */
const peopleAtOnce = 5_000;
const roundsAtOnce = 50;

/** These closed rounds, a few at a time, each batch a reading of its own: a closed round changes by an erasure alone. */
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
  const places = Map.groupBy(await listPlaces(db, studyId, numbers), (row) => row.round);
  const ballots = Map.groupBy(await listLastBallots(db, { studyId, rounds: numbers }), (row) => row.round);
  return rounds.map(({ number, neededFlags, pairCount, docket }) => {
    const seats = (places.get(number) ?? []).map(({ seatId }) => seatId);
    const counting = countingBallots(seats, ballots.get(number) ?? []);
    return {
      number,
      neededFlags,
      pairCount,
      docket,
      people: (people.get(number) ?? []).map(({ features }) => features),
      seats: seats.map((id, place) => ({ id, verdicts: counting[place]?.verdicts ?? null })),
    };
  });
}
