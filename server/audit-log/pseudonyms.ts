/** p1, p2, ...: what the log calls people. */
export const personIdPattern = /^p[1-9]\d*$/;

/** The pseudonym of the person at a place in the order of the files, from 1. */
export function personIdOf(ordinal: number): string {
  return `p${ordinal}`;
}

/** The other way round: at which place somebody stands whose pseudonym fits {@link personIdPattern}. */
export function ordinalOf(personId: string): number {
  return Number(personId.slice(1));
}

/** The first and the last pseudonym of `count` people one after another, as `people.imported` names them. */
export function personIdsFrom(firstOrdinal: number, count: number): { first: string; last: string } {
  return { first: personIdOf(firstOrdinal), last: personIdOf(firstOrdinal + count - 1) };
}
