/** The people in the features file (docs/log-format.md, section 2), and the roots over all digests. */

import { rootOf } from "./hashes.ts";
import type { Import, Study } from "./study.ts";

/** Checks a line for each imported person, in order, with features if the person was in a round and not erased. */
export function checkFeaturesFile(study: Study): void {
  const { problems } = study;
  problems.seq = 0;
  const imported = study.imported.flatMap(peopleOf);
  problems.same("features file: people", imported, [...study.features.keys()]);
  for (const [person, { cells }] of study.features) {
    const isDue = study.appeared.has(person) && !study.erased.has(person);
    problems.same(`features file: features of ${person}`, isDue, cells !== null);
  }
  for (const one of study.imported) checkRoot(study, one);
  problems.seq = 0;
}

function checkRoot({ features, problems }: Study, one: Import): void {
  const digests = peopleOf(one).flatMap((person) => features.get(person)?.digest ?? []);
  problems.seq = one.seq;
  problems.same("root of the people", rootOf(digests), one.root);
}

function peopleOf({ first, last }: Import): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => `p${first + index}`);
}
