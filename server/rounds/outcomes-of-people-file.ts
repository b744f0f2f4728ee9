import { listDecisions } from "#db/queries/draws.ts";
import { listOutcomes } from "#db/queries/outcomes.ts";
import { listSealedOutcomes } from "#db/queries/people.ts";
import { listRoundPeople } from "#db/queries/round-people.ts";
import type { Reader } from "#db/store/store.ts";

/** An outcome that came with the study's file. */
type OutcomeInFile = {
  readonly round: number;
  /** From 0, as in the log. */
  readonly position: number;
  readonly value: "yes" | "no";
};

/** Lists the file's outcomes of a closed round's selected people, except for those that have an outcome already. */
export async function listOutcomesInFile(
  db: Reader,
  studyId: string,
  round: number,
): Promise<OutcomeInFile[]> {
  const selected = (await listDecisions(db, studyId, [round])).filter((row) => row.selected === 1);
  const awaited = new Set(selected.map(({ position }) => position));
  for (const { position } of await listOutcomes(db, studyId, [round])) awaited.delete(position);
  const people = (await listRoundPeople(db, studyId, round)).filter(({ position }) => awaited.has(position));
  const ids = people.map(({ personId }) => personId);
  const values = new Map(
    (await listSealedOutcomes(db, studyId, ids)).map((row) => [row.personId, row.value]),
  );
  return people.flatMap(({ position, personId }) => {
    const value = values.get(personId);
    return value === undefined ? [] : [{ round, position, value }];
  });
}
