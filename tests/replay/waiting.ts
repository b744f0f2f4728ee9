/** The people of a round (docs/log-format.md, section 3, "Who is chosen"). */

import { pseudonymNumber, type Study } from "./study.ts";

/** Lists people who are imported, not erased, and in no round except cancelled ones; by pseudonym. */
export function waiting(study: Study): string[] {
  const taken = new Set(
    [...study.rounds.values()]
      .filter(({ state }) => state !== "cancelled")
      .flatMap((round) => round.people.map(({ person }) => person)),
  );
  return study.imported
    .flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, index) => first + index))
    .sort((a, b) => a - b)
    .map((number) => `p${number}`)
    .filter((person) => !taken.has(person) && !study.erased.has(person));
}

const CHOICES = ["in-order", "by-operator", "by-lot"] as const;

/** Checks that a round's people were waiting: the first, or any chosen by an operator, in order of pseudonyms. */
export function checkChosen(study: Study, chosen: string, people: readonly string[]): void {
  const { problems } = study;
  const { audit, roundSize } = study.knownSettings();
  const known = CHOICES.find((word) => word === chosen);
  const fits = known !== undefined && (known === "by-lot") === (audit !== null);
  problems.require(
    fits,
    "who chose the people",
    audit === null ? "in-order or by-operator" : "by-lot",
    chosen,
  );
  const waits = waiting(study);
  const allWait = people.every((person) => waits.includes(person));
  problems.require(allWait, "people of the round", "such as wait", people);
  if (known === "by-lot") return;
  const sorted = people.toSorted((a, b) => pseudonymNumber(a) - pseudonymNumber(b));
  problems.same("order of the people", sorted, people);
  if (known === "in-order") problems.same("people whose turn it is", waits.slice(0, roundSize), people);
}
