import type { Features } from "#server/learner/config/spec.ts";
import type { StudySettings } from "./entries.ts";
import { keyedHash, taggedHash } from "./hash.ts";

/** A person of a round as shown to an auditor: the raw values from which the page makes its texts. */
export type ShownPerson = {
  /** The log's pseudonym. */
  readonly person: string;
  /** The logged decimal. */
  readonly chance: string;
  /** One cell for each shown field of the study, in their order; null where empty. */
  readonly cells: readonly (string | null)[];
  /** The result of {@link shownKey}. */
  readonly shownKey: string;
};

/**
 * Returns the key for digests of a person's shown cells: K(digestKey, "shown"). It has no other use.
 *
 * @param digestKey 32 bytes, hex: stored with the features and erased with them
 * @throws LogError "not-hex"
 */
export function shownKey(digestKey: string): string {
  return keyedHash(digestKey, "shown");
}

/**
 * Returns the digest of what an auditor was shown of a round: H("shown", [[person, chance, K(shownKey, cells)], ...]).
 *
 * @param people in the order of positions
 * @throws LogError "not-hex"; "lone-surrogate"
 */
export function shownDigest(people: readonly ShownPerson[]): string {
  return taggedHash(
    "shown",
    people.map(({ person, chance, cells, shownKey }) => [person, chance, keyedHash(shownKey, cells)]),
  );
}

type Showing = Pick<StudySettings, "learner" | "presentation">;

/**
 * Returns the places of the shown fields among the learner's columns, in the order of the cards; -1 for a field that is
 * not a learner column.
 */
export function shownPlaces({ learner, presentation }: Showing): number[] {
  const names = learner.columns.map(({ name }) => name);
  return presentation.fields.map((field) => names.indexOf(field));
}

/** Returns the shown cells of a person, in the order of the cards; null where a cell is empty. */
export function shownCells(settings: Showing, features: Features): Features {
  return shownPlaces(settings).map((place) => features[place] ?? null);
}
