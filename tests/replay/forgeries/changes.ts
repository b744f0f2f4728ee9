/** Changes that forge handmade logs. */

import type { Body } from "../fixture.ts";
import type { Value } from "../fixture-hashes.ts";

export type Entries = readonly Body[];

export type Change = (entries: Entries) => Entries;

/** The place of an entry, such as "round.opened 2" for the second of its type; of one without a number the first. */
export function placeOf(entries: Entries, entry: string): number {
  const [type, nth = "1"] = entry.split(" ");
  const places = entries.flatMap((one, place) => (one.type === type ? [place] : []));
  const place = places.at(nth === "last" ? -1 : Number(nth) - 1);
  if (place === undefined) throw new Error(`there is no ${entry}`);
  return place;
}

/** Replaces a part of an entry's text. */
export function swap(entry: string, from: string | RegExp, to: string): Change {
  return (entries) => {
    const place = placeOf(entries, entry);
    const entryText = JSON.stringify(entries[place]);
    const forged = entryText.replace(from, to);
    if (forged === entryText) throw new Error(`${entry} does not hold ${from}`);
    return entries.with(place, JSON.parse(forged));
  };
}

export const drop =
  (entry: string): Change =>
  (entries) =>
    entries.toSpliced(placeOf(entries, entry), 1);

/** Adds entries with the time of the entry before them. */
export const add =
  (after: string, ...added: Body[]): Change =>
  (entries) => {
    const place = placeOf(entries, after);
    return entries.toSpliced(place + 1, 0, ...added.map((one) => ({ ...entries[place], ...one })));
  };

/** Changes the learner in the first entry; a key with the value undefined is removed. */
export function learner(change: Readonly<Record<string, Value | undefined>>): Change {
  return (entries) => {
    const body = Object(entries[0]?.body);
    const changed = JSON.parse(JSON.stringify({ ...body.settings.learner, ...change }));
    const settings = { ...body.settings, learner: changed };
    return entries.with(0, { ...entries[0], body: { ...body, settings } });
  };
}

export const both =
  (...changes: Change[]): Change =>
  (entries) =>
    changes.reduce((changed, change) => change(changed), entries);

export const zeros = "0".repeat(64);

export const outcome = (round: number, position: number, version: number): Body => ({
  type: "outcome.recorded",
  body: { round, position, version, value: "yes" },
});

export const erasure = (person: string): Body => ({
  type: "person.erased",
  body: { person, cause: "operator", state: null },
});

export const guidelines = { type: "guidelines.revised", body: { version: 2, hash: zeros } };

export const newSeat = { type: "seat.added", body: { seat: "s5", replaces: null, by: "account", key: null } };

export const replaced = { type: "round.seat-replaced", body: { round: 4, place: 2, seat: "s5" } };

export const ended = { type: "study.ended", body: { reason: "operator" } };

export const CREATED = "study.created";

/** Changes of one log, and the page of docs/ that forbids them. */
export type Group = {
  readonly log: string;
  readonly page: string;
  readonly changes: Readonly<Record<string, Change>>;
};
