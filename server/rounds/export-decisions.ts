import { listDecisions } from "#db/queries/draws.ts";
import { listOutcomes } from "#db/queries/outcomes.ts";
import { listOverrides } from "#db/queries/overrides.ts";
import { listRoundPeople } from "#db/queries/round-people.ts";
import { listClosedNumbers } from "#db/queries/rounds.ts";
import type { Reader } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import { csvLine } from "#server/analysis/tables/formats/csv-line.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { identifierNames } from "#server/studies/labels.ts";
import { learningOf, requireStudy, settingsOf } from "#server/studies/settings.ts";
import { cellInWords, type FieldWords } from "#server/study/words.ts";
import { requireRound } from "./read-round.ts";
import { listShownFields } from "./shown-fields.ts";
import { readShownPeople, type ShownFilter } from "./shown-people.ts";

/**
 * Exports the decisions of a closed round, or of all of them, as lines of a CSV file with the study's identifiers and
 * shown fields, for the people who carry them out. A decision is the draw's unless a person decided otherwise, which the
 * next column says. The last column is the outcome, to be filled in and uploaded again.
 *
 * @throws DomainError "study-audits"; "not-found"; "round-not-open" while the round is not closed
 */
export async function exportDecisions(
  app: App,
  studyId: string,
  number?: number,
): Promise<AsyncGenerator<string>> {
  const { rounds, columns } = await app.store.read(async (db) => {
    const settings = learningOf(settingsOf(await requireStudy(db, studyId)));
    const fields = await listShownFields(db, studyId, settings);
    const width = (await identifierNames(db, studyId)).length;
    const rounds =
      number === undefined ? await listClosedNumbers(db, studyId) : [await closedRound(db, studyId, number)];
    return { rounds, columns: { shown: { studyId, settings, reader: "operator" } as const, fields, width } };
  });
  return decisionLines(app, rounds, columns);
}

type Columns = {
  readonly shown: ShownFilter;
  readonly fields: readonly FieldWords[];
  /** How many identifiers a person has. */
  readonly width: number;
};

async function* decisionLines(app: App, rounds: readonly number[], columns: Columns) {
  const identifiers = Array.from({ length: columns.width }, (_, index) => `identifier ${index + 1}`);
  // The prefix keeps them apart from this file's own columns when it comes back with outcomes.
  const fields = columns.fields.map(({ label }) => `field: ${label}`);
  yield csvLine([
    "round",
    "person",
    "in the log",
    ...identifiers,
    ...fields,
    "chance",
    "decision",
    "overridden because",
    "outcome",
  ]);
  for (const round of rounds) {
    yield await app.store.read((db) => linesOfRound(db, round, columns));
  }
}

async function closedRound(db: Reader, studyId: string, number: number): Promise<number> {
  const { state } = await requireRound(db, studyId, number);
  if (state === "closed") return number;
  throw new DomainError("round-not-open", t.decisionsAfterClose({ round: number, state }));
}

async function linesOfRound(db: Reader, number: number, { shown, fields, width }: Columns): Promise<string> {
  const { studyId } = shown;
  const people = await listRoundPeople(db, studyId, number);
  const decisions = await listDecisions(db, studyId, [number]);
  const overrides = await listOverrides(db, studyId, [number]);
  const ids = people.map((person) => person.personId);
  const shownPerson = await readShownPeople(db, shown, ids);
  const outcomes = new Map(
    (await listOutcomes(db, studyId, [number])).map(({ position, value }) => [position, value]),
  );
  const lines = people.map(({ position, personId, chance }) => {
    const { identifiers, cells } = shownPerson(personId);
    const named = Array.from({ length: width }, (_, index) => identifiers?.[index] ?? null);
    const told = fields.map((field, index) => cellForTable(cells?.[index] ?? null, field));
    const override = overrides.find((one) => one.position === position);
    const drawn = decisions[position]?.selected ?? 0;
    const decision = (override?.decision ?? drawn) === 1 ? "picked" : "not picked";
    const outcome = drawn === 1 ? (outcomes.get(position) ?? null) : "will never be known";
    const decided = [chance, decision, override?.reason ?? null, outcome];
    return csvLine([number, position + 1, personId, ...named, ...told, ...decided]);
  });
  return lines.join("");
}

/** Formats a cell. Numbers stay numbers; dates and codes appear as on the cards. */
function cellForTable(cell: string | null, field: FieldWords): string | null {
  return field.type === "number" && !field.isDate ? cell : (cellInWords(cell, field) ?? null);
}
