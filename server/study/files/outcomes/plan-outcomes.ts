import * as t from "#messages/fileProblems.ts";
import { readCells } from "#server/audit-log/features.ts";
import type { InputProblem } from "#server/errors.ts";
import type { OutcomeValue } from "#server/learner/interface/outcome-values.ts";
import { refuse } from "#server/study/files/limits.ts";
import type { OutcomesChoices } from "#server/study/files/outcomes/outcomes-file.ts";
import { ProblemList } from "#server/study/files/reading/problem-list.ts";
import { type PeopleFile, readPeople } from "#server/study/files/reading/read-people.ts";
import type { UnreadCell } from "#server/study/files/workbooks/unread-cells.ts";
import type { Meaning } from "#server/study/outcome-words.ts";

/** A person's state, as far as an outcome depends on it. */
export type OutcomeStatus = {
  /** The pseudonym. */
  readonly person: string;
  /** Canonical JSON array of the identifier cells; null if the person was erased. */
  readonly identifiers: string | null;
  /** null while the person is waiting. */
  readonly round: number | null;
  readonly position: number | null;
  /** Whether the draw picked the person; null while the round is open. */
  readonly selected: boolean | null;
  /** Whether a person decided otherwise than the draw. */
  readonly isOverridden: boolean;
  /** The outcome that currently counts. */
  readonly value: OutcomeValue | null;
};

/** One outcome to record; `before` is the outcome that it replaces. */
export type PlannedOutcome = {
  readonly round: number;
  readonly position: number;
  readonly value: OutcomeValue;
  readonly before: OutcomeValue | null;
};

export type OutcomesPlan = {
  readonly rowCount: number;
  /** By round, then position. */
  readonly outcomes: readonly PlannedOutcome[];
  /** Rows that repeat the recorded outcome. */
  readonly unchangedCount: number;
  /** Rows without information: an empty cell, or a word that means "not yet". */
  readonly silentCount: number;
  readonly refusedCount: number;
  readonly problems: readonly InputProblem[];
};

type Chosen = { readonly [Name in keyof OutcomesChoices]: NonNullable<OutcomesChoices[Name]> };

/** Returns the choices once both columns are chosen; before that, nothing can be planned. */
export function chosenOf({ format, person, outcome, meanings }: OutcomesChoices): Chosen | null {
  return person === null || outcome === null ? null : { format, person, outcome, meanings };
}

/**
 * Compares a file of outcomes with the recorded outcomes, row by row.
 *
 * @throws DomainError "bad-input" if the file as a whole cannot be read, or the chosen columns cannot be right
 */
export function planOutcomes(
  bytes: Uint8Array,
  chosen: Chosen,
  statuses: Iterable<OutcomeStatus>,
): OutcomesPlan {
  const file = readPeople(bytes, chosen.format);
  checkColumns(file, chosen);
  const people = indexPeople(statuses, chosen.person.identifier);
  const rows = readRows(file, chosen, people);
  const problems = new ProblemList();
  const plan = { outcomes: [] as PlannedOutcome[], unchangedCount: 0, silentCount: 0, refusedCount: 0 };
  for (const row of rows) {
    const verdict = judgeRow(row);
    if (verdict === "silent") plan.silentCount += 1;
    else if (verdict === "unchanged") plan.unchangedCount += 1;
    else if ("value" in verdict) plan.outcomes.push(verdict);
    else {
      plan.refusedCount += 1;
      problems.add(() => verdict);
    }
  }
  plan.outcomes.sort((a, b) => a.round - b.round || a.position - b.position);
  return { rowCount: file.rows.length, ...plan, problems: problems.all() };
}

function checkColumns({ columns }: PeopleFile, { person, outcome }: Chosen): void {
  const count = columns.length;
  if (person.source >= count || outcome >= count) {
    refuse({ message: t.columnsChanged({ count }) });
  }
  if (person.source === outcome) {
    refuse({ message: t.personIsOutcome() });
  }
}

type Found = OutcomeStatus | "several" | undefined;

/**
 * Returns a function that finds a person by a cell: by pseudonym, or by one identifier column of the study's people
 * file.
 */
function indexPeople(statuses: Iterable<OutcomeStatus>, identifier: number | null): (cell: string) => Found {
  const byKey = new Map<string, OutcomeStatus | "several">();
  for (const status of statuses) {
    const key = identifier === null ? status.person : identifierOf(status, identifier);
    if (key !== null) byKey.set(key, byKey.has(key) ? "several" : status);
  }
  // Downloads put an apostrophe before a text that a spreadsheet would run as a formula.
  return (cell) => byKey.get(cell) ?? (/^'[=+\-@]/.test(cell) ? byKey.get(cell.slice(1)) : undefined);
}

function identifierOf({ identifiers }: OutcomeStatus, index: number): string | null {
  return identifiers === null ? null : (readCells(identifiers)[index] ?? null);
}

/** One row with everything needed to judge it. */
type Row = {
  readonly row: number;
  /** Why the row cannot be read. */
  readonly unreadable: InputProblem | undefined;
  readonly columns: { readonly person: string; readonly outcome: string };
  readonly key: string | null;
  readonly found: Found;
  /** The first other row that names the same person. */
  readonly twin: number | undefined;
  readonly word: string | null;
  readonly means: Meaning | undefined;
};

function readRows(file: PeopleFile, chosen: Chosen, find: (cell: string) => Found): Row[] {
  const meanings = new Map(chosen.meanings.map(({ word, means }) => [word, means]));
  const ragged = new Map(file.problems.map((problem) => [problem.row, problem]));
  const nameOf = (index: number) => file.columns[index]?.name ?? `column ${index + 1}`;
  const columns = { person: nameOf(chosen.person.source), outcome: nameOf(chosen.outcome) };
  const needed = new Set([chosen.person.source, chosen.outcome]);
  const unread = new Map<number, UnreadCell>();
  for (const cell of file.unread) if (needed.has(cell.column)) unread.set(cell.row, cell);
  const rows = file.rows.map((cells, index) => {
    const row = file.rowNumbers[index] ?? index + 1;
    const key = cells[chosen.person.source] ?? null;
    const word = cells[chosen.outcome] ?? null;
    const found = key === null ? undefined : find(key);
    const means = word === null ? ("none" as const) : meanings.get(word);
    const cell = unread.get(row);
    const wrong = file.wrong.rows.has(row) ? (ragged.get(row) ?? unlisted(row)) : undefined;
    const field = nameOf(cell?.column ?? 0);
    const unreadable = cell === undefined ? wrong : { row, field, message: cell.describe() };
    return { row, unreadable, columns, key, found, word, means };
  });
  return withTwins(rows);
}

/** Describes a row beyond the limit; of too many rows, only the first are described in full. */
function unlisted(row: number): InputProblem {
  return { row, message: t.wrongCountUnlisted({ row }) };
}

/** Finds rows about the same person, which contradict or repeat each other; none of them is used. */
function withTwins(rows: readonly Omit<Row, "twin">[]): Row[] {
  const firstTwo = new Map<OutcomeStatus, number[]>();
  for (const { found, row, word } of rows) {
    if (found === undefined || found === "several" || word === null) continue;
    firstTwo.set(found, [...(firstTwo.get(found) ?? []), row].slice(0, 2));
  }
  return rows.map((row) => {
    const same = row.found === undefined || row.found === "several" ? [] : (firstTwo.get(row.found) ?? []);
    return { ...row, twin: same.length < 2 ? undefined : same.find((other) => other !== row.row) };
  });
}

type Judged = PlannedOutcome | "unchanged" | "silent" | InputProblem;

function judgeRow(line: Row): Judged {
  const { row, unreadable, key, found, twin, word, means, columns } = line;
  if (unreadable !== undefined) return unreadable;
  if (word === null) return "silent";
  const wrong = (problem: string) => at(row, columns.person, problem);
  if (key === null) return wrong(t.personMissing());
  const cell = shortened(key);
  if (found === undefined) return wrong(t.personUnknown({ cell }));
  if (found === "several") return wrong(t.personAmbiguous({ cell }));
  if (twin !== undefined) return wrong(t.personTwice({ cell, other: twin }));
  return judgeOutcome(line, found, word, means);
}

function judgeOutcome(
  { row, columns, key }: Row,
  { identifiers, round, position, selected, isOverridden, value }: OutcomeStatus,
  word: string,
  means: Meaning | undefined,
): Judged {
  const [cell, person] = [shortened(word), shortened(key ?? "")];
  const wrong = (problem: string) => at(row, columns.outcome, problem);
  if (means === undefined) return wrong(t.wordUnknown({ cell }));
  if (means === "none") return value === null ? "silent" : wrong(t.outcomeRecorded({ cell, value }));
  if (identifiers === null) return wrong(t.outcomeErased({ cell, person }));
  if (round === null || position === null) return wrong(t.outcomeUndecided({ cell, person }));
  if (selected === null) return wrong(t.outcomeOpen({ cell, person, round }));
  if (isOverridden && value !== means) return wrong(t.outcomeOverridden({ cell, person, round }));
  if (!selected) return wrong(t.outcomeNotPicked({ cell, person, round }));
  return value === means ? "unchanged" : { round, position, value: means, before: value };
}

function at(row: number, column: string, problem: string): InputProblem {
  return { row, field: column, message: t.atCell({ row, column, problem }) };
}

function shortened(cell: string): string {
  return cell.length > 60 ? `${cell.slice(0, 60)}…` : cell;
}
