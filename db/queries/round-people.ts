import { and, asc, eq, inArray, isNotNull, or } from "drizzle-orm";
import { matches } from "#db/store/matches.ts";
import { pick } from "#db/store/pick.ts";
import { listRows, listValues } from "#db/store/rows.ts";
import type { Reader } from "#db/store/store.ts";

/** Joins a person's position and chance in a round with the person's data. */
function joinRoundPerson(db: Reader) {
  const { roundPerson, personData } = db.t;
  return {
    columns: pick(roundPerson, "round", "position", "personId", "chance"),
    data: matches(personData, { studyId: roundPerson.studyId, personId: roundPerson.personId }),
  };
}

/** Lists a round's people with their chances, by position. */
export async function listRoundPeople(db: Reader, studyId: string, round: number) {
  return listRows(db, "roundPerson", { studyId, round }, ["position", "personId", "chance"], ["position"]);
}

/** Lists the chances of a round's people, by position. */
export async function listRoundChances(db: Reader, studyId: string, round: number): Promise<string[]> {
  return listValues(db, "roundPerson", { studyId, round }, "chance", ["position"]);
}

/** Lists the people of several rounds with their decisions; the decision is null before a draw. */
export async function listDecidedPeople(db: Reader, studyId: string, rounds: readonly number[]) {
  const { roundPerson, decision } = db.t;
  return db.q
    .select({ ...joinRoundPerson(db).columns, selected: decision.selected })
    .from(roundPerson)
    .leftJoin(
      decision,
      matches(decision, {
        studyId: roundPerson.studyId,
        round: roundPerson.round,
        position: roundPerson.position,
      }),
    )
    .where(matches(roundPerson, { studyId, round: rounds }))
    .orderBy(asc(roundPerson.round), asc(roundPerson.position));
}

/** Lists the people of these rounds who have been erased since. */
export async function listErasedPositions(db: Reader, studyId: string, numbers: readonly number[]) {
  const { roundPerson, person } = db.t;
  return db.q
    .select({ round: roundPerson.round, position: roundPerson.position })
    .from(roundPerson)
    .innerJoin(person, matches(person, { studyId: roundPerson.studyId, id: roundPerson.personId }))
    .where(
      and(
        eq(roundPerson.studyId, studyId),
        inArray(roundPerson.round, [...numbers]),
        isNotNull(person.erasedAt),
      ),
    )
    .orderBy(asc(roundPerson.round), asc(roundPerson.position));
}

/** Lists the people of a round with the keys and features of their digests; both are null for erased people. */
export async function listRoundDigestKeys(db: Reader, studyId: string, number: number) {
  const { roundPerson, personData } = db.t;
  return db.q
    .select({ ...pick(roundPerson, "personId", "chance"), ...pick(personData, "digestKey", "features") })
    .from(roundPerson)
    .leftJoin(personData, joinRoundPerson(db).data)
    .where(matches(roundPerson, { studyId, round: number }))
    .orderBy(asc(roundPerson.position));
}

/** Lists the people of several rounds with their features; null for a person who was erased. */
export async function listRoundFeatures(db: Reader, studyId: string, numbers: readonly number[]) {
  const { roundPerson, personData } = db.t;
  const join = joinRoundPerson(db);
  return db.q
    .select({ ...join.columns, features: personData.features })
    .from(roundPerson)
    .leftJoin(personData, join.data)
    .where(matches(roundPerson, { studyId, round: numbers }))
    .orderBy(asc(roundPerson.round), asc(roundPerson.position));
}

/** Lists the people at a few positions of a round. */
export async function listPeopleAt(
  db: Reader,
  studyId: string,
  places: readonly { readonly round: number; readonly position: number }[],
) {
  const { roundPerson } = db.t;
  const named = places.map(({ round, position }) => matches(roundPerson, { round, position }));
  // By the rounds as well: by the places alone SQLite would read all rounds of the study.
  const rounds = [...new Set(places.map(({ round }) => round))];
  return db.q
    .select(joinRoundPerson(db).columns)
    .from(roundPerson)
    .where(and(matches(roundPerson, { studyId, round: rounds }), or(...named)))
    .orderBy(asc(roundPerson.round), asc(roundPerson.position));
}
