/** The chances and the people of an opening in an audit (docs/log-format-audit.md). */

import { ZERO } from "./decimal.ts";
import { tagged } from "./hashes.ts";
import type { Opened, OpenedPolicy } from "./openings-policy.ts";
import type { Fields } from "./read.ts";
import type { Audit } from "./settings-audit.ts";
import type { Study } from "./study.ts";
import { waiting } from "./waiting.ts";

export function openAudit(study: Study, audit: Audit, body: Fields, { people }: Opened): OpenedPolicy {
  const { problems } = study;
  problems.same("eta of an audit", null, body.get("eta"));
  problems.same("fairness weight of an audit", null, body.get("fairnessWeight"));
  const logged = body.objects("people").map((one) => one.text("chance"));
  people.forEach(({ person }, position) => {
    const cells = study.features.get(person)?.cells ?? null;
    if (cells === null) return;
    problems.same(`chance of ${person}`, audit.chanceOf(cells), logged[position]);
    study.chanceCount++;
  });
  const drawn = lot(study, body.hash("noiseSeed"));
  problems.same("people drawn by lot", drawn.join(" "), people.map(({ person }) => person).join(" "));
  return { weights: null, fairnessWeight: ZERO, guard: null, ftpl: null, isLost: false, difference: null };
}

/** Selects the first k of all waiting people, by H("round-people", noiseSeed, person). */
function lot(study: Study, noiseSeed: string): string[] {
  return waiting(study)
    .map((person) => ({ person, place: tagged("round-people", noiseSeed, person) }))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .slice(0, study.knownSettings().roundSize)
    .map(({ person }) => person);
}
