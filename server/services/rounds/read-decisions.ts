import { listDecisions } from "#db/queries/draws.ts";
import { listOutcomes } from "#db/queries/outcomes.ts";
import { listIdentifiers } from "#db/queries/people.ts";
import { listRoundPeople } from "#db/queries/round-people.ts";
import { listRounds } from "#db/queries/rounds.ts";
import type { Reader } from "#db/store/store.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/services/app/app.ts";
import { csvLine } from "../exports/csv.ts";
import { identifierNames } from "../studies/labels.ts";
import { requireRound } from "./read-round.ts";
import { identifiersIn } from "./shown-people.ts";

/**
 * The decisions of a closed round, or of all of them, as lines of a CSV file with the study's identifier columns, for
 * whoever has to carry them out. Its last column is the outcome, to be filled in and uploaded again.
 *
 * @throws DomainError "not-found"; "round-not-open" while the round is not closed
 */
export async function readDecisions(
  app: App,
  studyId: string,
  number?: number,
): Promise<AsyncGenerator<string>> {
  const { rounds, width } = await app.store.read(async (db) => ({
    rounds: number === undefined ? await closedRounds(db, studyId) : [await closedRound(db, studyId, number)],
    width: (await identifierNames(db, studyId)).length,
  }));
  return decisionLines(app, studyId, rounds, width);
}

async function* decisionLines(app: App, studyId: string, rounds: readonly number[], width: number) {
  const identifiers = Array.from({ length: width }, (_, index) => `identifier ${index + 1}`);
  yield csvLine(["round", "person", "in the log", ...identifiers, "chance", "decision", "outcome"]);
  for (const round of rounds) {
    yield await app.store.read((db) => linesOfRound(db, studyId, round, width));
  }
}

async function closedRounds(db: Reader, studyId: string): Promise<number[]> {
  const rounds = await listRounds(db, studyId);
  return rounds.flatMap(({ number, state }) => (state === "closed" ? [number] : [])).reverse();
}

async function closedRound(db: Reader, studyId: string, number: number): Promise<number> {
  const { state } = await requireRound(db, studyId, number);
  if (state === "closed") return number;
  throw new DomainError(
    "round-not-open",
    `Round ${number} is ${state}: decisions exist once a round is closed.`,
  );
}

async function linesOfRound(db: Reader, studyId: string, number: number, width: number): Promise<string> {
  const people = await listRoundPeople(db, studyId, number);
  const decisions = await listDecisions(db, studyId, [number]);
  const ids = people.map((person) => person.personId);
  const identifiers = await listIdentifiers(db, studyId, ids);
  const cellsOf = new Map(identifiers.map((row) => [row.personId, identifiersIn(row.identifiers)]));
  const outcomes = new Map(
    (await listOutcomes(db, studyId, [number])).map(({ position, value }) => [position, value]),
  );
  const lines = people.map(({ position, personId, chance }) => {
    const cells = cellsOf.get(personId) ?? [];
    const padded = Array.from({ length: width }, (_, index) => cells[index] ?? null);
    const isSelected = decisions[position]?.selected === 1;
    const [decision, outcome] = isSelected
      ? ["picked", outcomes.get(position) ?? null]
      : ["not picked", "will never be known"];
    return csvLine([number, position + 1, personId, ...padded, chance, decision, outcome]);
  });
  return lines.join("");
}
