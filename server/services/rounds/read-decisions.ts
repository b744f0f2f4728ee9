import { listDecisions } from "#db/queries/draws.ts";
import { listIdentifiers } from "#db/queries/people.ts";
import { listRoundPeople } from "#db/queries/rounds.ts";
import { parseCanonical } from "#server/log/canonical.ts";
import type { App } from "../app.ts";
import { DomainError } from "../errors.ts";
import { csvLine } from "../exports/csv.ts";
import { requireRound } from "./read-round.ts";

/**
 * The decisions of a closed round as a CSV file, with the file's identifier columns, for whoever has to carry them out.
 * @throws DomainError "not-found"; "round-not-open" while it is not closed
 */
export async function decisionsCsv(app: App, studyId: string, number: number): Promise<string> {
  return app.store.read(async (db) => {
    const round = await requireRound(db, studyId, number);
    if (round.state !== "closed") {
      throw new DomainError(
        "round-not-open",
        `Round ${number} is ${round.state}: decisions exist once a round is closed.`,
      );
    }
    const people = await listRoundPeople(db, studyId, number);
    const decisions = await listDecisions(db, studyId, [number]);
    const identifiers = await listIdentifiers(
      db,
      studyId,
      people.map((person) => person.personId),
    );
    const cellsOf = new Map(
      identifiers.map((row) => [row.personId, parseCanonical(row.identifiers) as (string | null)[]]),
    );
    const width = Math.max(0, ...[...cellsOf.values()].map((cells) => cells.length));
    const head = [
      "round",
      "person",
      "in the log",
      ...Array.from({ length: width }, (_, i) => `identifier ${i + 1}`),
    ];
    const lines = people.map(({ position, personId, chance }) => {
      const cells = cellsOf.get(personId) ?? [];
      const padded = Array.from({ length: width }, (_, i) => cells[i] ?? null);
      const isSelected = decisions[position]?.selected === 1;
      return csvLine([
        number,
        position + 1,
        personId,
        ...padded,
        chance,
        isSelected ? "picked" : "not picked",
      ]);
    });
    return csvLine([...head, "chance", "decision"]) + lines.join("");
  });
}
