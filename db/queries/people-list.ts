import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, or } from "drizzle-orm";
import type { PgSelect } from "drizzle-orm/pg-core";
import { matches } from "#db/store/matches.ts";
import type { Reader } from "#db/store/store.ts";
import { holdsPart } from "./part-of-text.ts";
import { joinPerson } from "./people.ts";

/** The state of a person. `judged`: in a closed round of an audit, which picks no people. */
export type PersonState = "waiting" | "open" | "picked" | "notPicked" | "judged" | "erased";

/** Which people of a study are listed; without `show`, all people of finished imports. */
export type ListedPeople = { readonly studyId: string; readonly show?: PersonState | undefined };

/** Joins people with their finished import, their data, their round and the decision about them. */
function joinListed<Query extends PgSelect>(db: Reader, people: Query) {
  const { person, personData, peopleImport, round, roundPerson, decision } = db.t;
  const { imported, data } = joinPerson(db);
  const inRound = { studyId: person.studyId, round: person.roundNumber };
  return people
    .innerJoin(peopleImport, imported)
    .leftJoin(personData, data)
    .leftJoin(round, matches(round, { studyId: person.studyId, number: person.roundNumber }))
    .leftJoin(roundPerson, matches(roundPerson, { ...inRound, personId: person.id }))
    .leftJoin(decision, matches(decision, { ...inRound, position: roundPerson.position }));
}

function listed(db: Reader, { studyId, show }: ListedPeople) {
  const { person, peopleImport, round, decision } = db.t;
  const isClosed = and(isNull(person.erasedAt), isNotNull(person.roundNumber), eq(round.state, "closed"));
  const states = {
    waiting: matches(person, { erasedAt: null, roundNumber: null }),
    open: and(isNull(person.erasedAt), isNotNull(person.roundNumber), ne(round.state, "closed")),
    picked: and(isClosed, eq(decision.selected, 1)),
    notPicked: and(isClosed, eq(decision.selected, 0)),
    judged: and(isClosed, isNull(decision.selected)),
    erased: isNotNull(person.erasedAt),
  };
  return and(eq(person.studyId, studyId), isNotNull(peopleImport.seq), show && states[show]);
}

/**
 * Lists a page of people in file order, or the newest first, with the cells that name them outside the study. A
 * decision counts once the round is closed.
 *
 * @param after the ordinal of the last person of the page before; left out: the first page
 * @param among only these ordinals; left out: all
 */
export async function listPeoplePage(
  db: Reader,
  {
    after,
    among,
    isDescending = false,
    limit,
    ...which
  }: ListedPeople & {
    after?: number | undefined;
    among?: readonly number[];
    isDescending?: boolean;
    limit: number;
  },
) {
  const { person, personData, round, decision } = db.t;
  const beyond = isDescending ? lt : gt;
  const people = db.q
    .select({
      ...{ id: person.id, ordinal: person.ordinal, round: person.roundNumber, erasedAt: person.erasedAt },
      ...{ features: personData.features, identifiers: personData.identifiers },
      ...{ roundState: round.state, selected: decision.selected },
    })
    .from(person)
    .$dynamic();
  return joinListed(db, people)
    .where(
      and(
        listed(db, which),
        after === undefined ? undefined : beyond(person.ordinal, after),
        among && inArray(person.ordinal, [...among]),
      ),
    )
    .orderBy(isDescending ? desc(person.ordinal) : asc(person.ordinal))
    .limit(limit);
}

/** Counts the people of a list. */
export async function countListedPeople(db: Reader, which: ListedPeople): Promise<number> {
  const people = db.q.select({ count: count() }).from(db.t.person).$dynamic();
  const [row] = await joinListed(db, people).where(listed(db, which));
  return Number(row?.count ?? 0);
}

/**
 * Lists the ordinals, in order, of people of a list that match a search. Each row is read: no index covers parts of a
 * text.
 *
 * @param search part of an identifier, or a whole id
 * @param after the search begins after this ordinal
 * @param upTo the last ordinal that is searched
 */
export async function listPeopleNamed(
  db: Reader,
  { search, after, upTo, ...which }: ListedPeople & { search: string; after: number; upTo: number },
): Promise<number[]> {
  const { person, personData } = db.t;
  const named = or(eq(person.id, search.toLowerCase()), holdsPart(personData.identifiers, search));
  const people = db.q.select({ ordinal: person.ordinal }).from(person).$dynamic();
  const rows = await joinListed(db, people)
    .where(and(listed(db, which), gt(person.ordinal, after), lte(person.ordinal, upTo), named))
    .orderBy(asc(person.ordinal));
  return rows.map(({ ordinal }) => ordinal);
}
