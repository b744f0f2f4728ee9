/** The chances and the people of an opening in an audit (docs/log-format-audit.md). */

import { ZERO } from "./decimal.ts";
import { tagged } from "./hashes.ts";
import type { Opened, OpenedPolicy } from "./openings-policy.ts";
import type { Fields } from "./read.ts";
import type { Audit } from "./settings-audit.ts";
import type { Study } from "./study.ts";

export function openAudit(study: Study, audit: Audit, body: Fields, { people }: Opened): OpenedPolicy {
  const { problems } = study;
  problems.same("eta of an audit", null, body.get("eta"));
  problems.same("fairness weight of an audit", null, body.get("fairnessWeight"));
  const logged = body.objects("people").map((one) => one.text("chance"));
  people.forEach(({ person }, position) => {
    const features = study.features.get(person);
    if (features === undefined) return;
    problems.same(`chance of ${person}`, audit.chanceOf(features.cells), logged[position]);
    study.chanceCount++;
  });
  const drawn = lot(study, body.hash("noiseSeed"));
  problems.same("people drawn by lot", drawn.join(" "), people.map(({ person }) => person).join(" "));
  return { weights: null, fairnessWeight: ZERO, guard: null, difference: null };
}

/** The first k of all who wait, by H("round-people", noiseSeed, person). */
function lot(study: Study, noiseSeed: string): string[] {
  const taken = new Set(
    [...study.rounds.values()]
      .filter(({ state }) => state !== "cancelled")
      .flatMap((round) => round.people.map(({ person }) => person)),
  );
  const waiting = study.imported
    .flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, index) => `p${first + index}`))
    .filter((person) => !taken.has(person) && !study.erased.has(person));
  return waiting
    .map((person) => ({ person, place: tagged("round-people", noiseSeed, person) }))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .slice(0, study.knownSettings().roundSize)
    .map(({ person }) => person);
}
