/** p1, p2, ...: the log's pseudonyms of people. */
export const personIdPattern = /^p[1-9]\d*$/;

/** Returns the pseudonym of the person at a place in the order of the files, from 1. */
export function personIdOf(ordinal: number): string {
  return `p${ordinal}`;
}

/** Returns the place of a person in the order of the files, from a pseudonym that matches {@link personIdPattern}. */
export function ordinalOf(personId: string): number {
  return Number(personId.slice(1));
}

/** Returns the first and the last pseudonym of `count` consecutive people, as `people.imported` names them. */
export function personIdsFrom(firstOrdinal: number, count: number): { first: string; last: string } {
  return { first: personIdOf(firstOrdinal), last: personIdOf(firstOrdinal + count - 1) };
}
