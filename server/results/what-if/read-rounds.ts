import { listOutcomes } from "#db/queries/outcomes.ts";
import { listDecidedPeople } from "#db/queries/round-people.ts";
import { listClosedAfter, listRounds } from "#db/queries/rounds.ts";
import type { WhatIfRound } from "#server/analysis/what-if/explored-round.ts";
import { isAudit } from "#server/audit-log/entries.ts";
import { decisionOfRound } from "#server/audit-log/stored-decision.ts";
import type { App } from "#server/platform/app/app.ts";
import { readStoredSeats } from "#server/results/panel/played-rounds.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";

/** A part of the closed rounds, and the round after which the next part begins. */
export type RoundsPart = {
  readonly rounds: readonly WhatIfRound[];
  readonly next: number | null;
};

/** People of rounds that are read at once, so that a part stays small whatever the size of a round. */
const peopleAtOnce = 2_000;
const roundsAtOnce = 250;

/**
 * Reads closed rounds after round `after`, with each seat's verdicts on pairs, chances, picks and outcomes. Includes no
 * features, and nothing of a round that is not over.
 *
 * @throws DomainError "not-found", "study-not-ready"
 */
export async function readWhatIfRounds(
  app: App,
  { studyId, after }: { studyId: string; after: number },
): Promise<RoundsPart> {
  const part = await app.store.read(async (db) => {
    const settings = settingsOf(await requireStudy(db, studyId));
    const { roundSize } = settings.learner;
    const atOnce = Math.max(1, Math.min(roundsAtOnce, Math.floor(peopleAtOnce / roundSize)));
    const left = await listClosedAfter(db, { studyId, after, limit: atOnce + 1 });
    const numbers = left.slice(0, atOnce);
    if (numbers.length === 0) return null;
    const seatsOf = await readStoredSeats(db, studyId, numbers);
    return {
      isAudit: isAudit(settings),
      rounds: (await listRounds(db, studyId, numbers)).reverse().map((row) => ({
        row,
        seats: seatsOf(row.number),
      })),
      people: await listDecidedPeople(db, studyId, numbers),
      outcomes: await listOutcomes(db, studyId, numbers),
      next: left.length > numbers.length ? (numbers.at(-1) ?? null) : null,
    };
  });
  if (part === null) return { rounds: [], next: null };
  const { rounds, next } = part;
  const pairs = await app.pool.run("pairsOfRounds", { rounds: rounds.map(({ seats }) => ({ seats })) });
  const people = Map.groupBy(part.people, (row) => row.round);
  // Versions come in order: the last one counts.
  const values = new Map(part.outcomes.map((row) => [`${row.round}/${row.position}`, row.value]));
  return {
    next,
    rounds: rounds.map(({ row: { number, pairCount, ...row }, seats }, index) => {
      const own = people.get(number) ?? [];
      return {
        number,
        seats: seats.map(({ id }) => id),
        ...decisionOfRound(row),
        pairCount,
        chances: own.map(({ chance }) => chance),
        selected: part.isAudit ? null : own.map(({ selected }) => (selected === 1 ? 1 : 0)),
        outcomes: own.map(({ position }) => values.get(`${number}/${position}`) ?? null),
        pairs: pairs[index] ?? [],
      };
    }),
  };
}
