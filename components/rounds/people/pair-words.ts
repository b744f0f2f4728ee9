import * as t from "#messages/common.ts";

/** Names a person by position. Positions count from 0 in the log and from 1 on pages. */
export function personName(position: number): string {
  return t.person({ number: position + 1 });
}

/** Names a pair with the better chance first: "Person 3 over Person 11". */
export function pairName(high: number, low: number): string {
  return t.pairOver({ high: personName(high), low: personName(low) });
}

/**
 * Names a pair with the lower number first, so that the order reveals nothing about the chances: "Person 3 and Person
 * 11".
 */
export function inNoOrder(high: number, low: number): string {
  return t.pairAnd({ one: personName(Math.min(high, low)), other: personName(Math.max(high, low)) });
}
