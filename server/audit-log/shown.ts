import type { Features } from "#server/learner/config/spec.ts";
import type { StudySettings } from "./entries.ts";
import { keyedHash, taggedHash } from "./hash.ts";

/** Somebody of a round as an auditor is shown them: the raw values from which the page makes its words. */
export type ShownPerson = {
  /** Pseudonym of the log. */
  readonly person: string;
  /** The logged decimal. */
  readonly chance: string;
  /** One for each of the study's shown fields, in their order; null where empty. */
  readonly cells: readonly (string | null)[];
  /** Of {@link shownKey}. */
  readonly shownKey: string;
};

/**
 * The key of what is shown of a person: K(digestKey, "shown"). It opens nothing but that.
 *
 * @param digestKey 32 bytes, hex: stands beside the features and is erased with them
 * @throws LogError "not-hex"
 */
export function shownKey(digestKey: string): string {
  return keyedHash(digestKey, "shown");
}

/**
 * What an auditor was shown of a round: H("shown", [[person, chance, K(shownKey, cells)], ...]).
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

/** Where the shown fields stand among the columns of the learner, in the order of the cards; -1 for one that is none of them. */
export function shownPlaces({ learner, presentation }: Showing): number[] {
  const names = learner.columns.map(({ name }) => name);
  return presentation.fields.map((field) => names.indexOf(field));
}

/** What is shown of somebody, in the order of the cards; null where a cell is empty. */
export function shownCells(settings: Showing, features: Features): Features {
  return shownPlaces(settings).map((place) => features[place] ?? null);
}
