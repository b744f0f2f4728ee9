import * as t from "#messages/fileProblems.ts";
import * as setup from "#messages/setup.ts";
import { readCells } from "#server/audit-log/features.ts";
import type { Column } from "#server/learner/config/spec.ts";
import type { FixedSpec } from "#server/learner/policy/fixed.ts";
import type { Language } from "#server/locale.ts";
import { expectedCell, readCell } from "#server/study/cells/read-cell.ts";
import { isFeature, isGroup, namesPeople } from "#server/study/columns.ts";
import type { ColumnChoice, PeopleDraft } from "#server/study/draft.ts";
import { ignoredColumn } from "#server/study/empty-draft.ts";
import { refuse } from "#server/study/files/limits.ts";
import type { FurtherChoices } from "#server/study/files/people/further-people.ts";
import { type Chunks, hashOfChunks } from "#server/study/files/reading/chunks.ts";
import type { PeopleCells } from "#server/study/files/reading/convert-columns.ts";
import { type PackedFile, unpackFile } from "#server/study/files/reading/packed-file.ts";
import { type PeopleFile, readPeople } from "#server/study/files/reading/read-people.ts";
import { type Result, toResult } from "#server/study/files/reading/result.ts";
import type { StudyLabels } from "#server/study/labels.ts";
import { type PeopleCheck, type PeopleRow, peopleChunks } from "./people-tasks.ts";
import { type PreparedPeople, prepareFile } from "./prepare-people.ts";

/** The parts of a study that a further file must match. */
export type FittedStudy = {
  readonly columns: readonly Column[];
  /** The column with the chances of the rule in force, which a further file needs too; null: none. */
  readonly chance: FixedSpec["chance"] | null;
  /** How the first file was read. Numbers outside its limits are treated in the same way. */
  readonly file: StudyLabels["file"];
  /** The language in which groups between cuts are named. */
  readonly language: Language;
  /** For each column, the words that the study's people have; null unless it is a category. */
  readonly words: readonly (readonly string[] | null)[];
  /** The identifier cells of each of the study's people, as a canonical JSON array. */
  readonly identified: readonly string[];
};

export type PlannedPeople = PeopleCheck & {
  /** Category words that no person in the study has so far, the most frequent first. */
  readonly newWords: readonly {
    readonly column: string;
    readonly words: readonly { readonly word: string; readonly count: number }[];
  }[];
  /** People of the file whose identifiers a person in the study has, and the identifiers of the first of them. */
  readonly present: { readonly count: number; readonly examples: readonly string[] };
  /** SHA-256 of the people: equal plans have equal hashes. */
  readonly hash: string;
  readonly chunks: Chunks<PeopleRow>;
};

const shownWords = 20;
const shownPresent = 5;

/** Plans a further file of people; runs in a worker. */
export function planFurtherPeople(input: {
  packed: PackedFile;
  choices: FurtherChoices;
  /** The names of the columns in the file. */
  headers: readonly string[];
  study: FittedStudy;
  chunkSize: number;
}): Result<PlannedPeople> {
  return toResult(() => {
    const { choices, study, headers } = input;
    checkFit(choices, study, headers);
    const file = readPeople(unpackFile(input.packed), choices.format);
    const draft = draftOf(choices, study, headers);
    checkNotations(file, draft.columns);
    const prepared = prepareFile(file, draft, study.language);
    const people = inStudyOrder(prepared, choices, namesPeople(study.file));
    const chunks = peopleChunks(people, input.chunkSize);
    const { problems, wrong, isReady, leftOut, emptied } = prepared;
    return {
      count: people.features.length,
      problems,
      wrong,
      isReady,
      leftOut,
      emptied,
      newWords: newWords(people.features, study),
      present: presentPeople(people.identifiers, choices, study),
      hash: hashOfChunks(chunks),
      chunks,
    };
  });
}

function checkFit(
  { columns, identifiers, groups, outcome }: FurtherChoices,
  study: FittedStudy,
  headers: readonly string[],
): void {
  const missing = study.columns.filter((_, index) => (columns[index] ?? null) === null);
  const [first] = missing;
  if (first !== undefined) {
    const names = missing.map(({ name }) => `“${name}”`).join(", ");
    refuse({ field: first.name, message: t.columnsMissing({ names }) });
  }
  const used = [...columns, ...identifiers, ...groups, outcome?.source ?? null].filter(
    (source) => source !== null,
  );
  const twice = used.find((source, index) => used.indexOf(source) !== index);
  if (twice !== undefined) {
    refuse({ field: `column ${twice + 1}`, message: t.columnTwice({ column: twice + 1 }) });
  }
  if (outcome !== null && (outcome.yes.length === 0 || outcome.no.length === 0)) {
    const field = headers[outcome.source] ?? "outcome";
    refuse({ field, message: setup.needsMeanings({ name: field }) });
  }
}

/**
 * Checks the notations of the file. If it is clearly written in another way, cells that fit both notations would be
 * misread: in a file with "0,5", the cell "1,234" is another number than in the study's first file.
 */
function checkNotations({ columns, rows }: PeopleFile, chosen: readonly ColumnChoice[]): void {
  for (const column of chosen.filter((one) => isFeature(one) || one.cuts !== "")) {
    const guess = columns[column.source]?.guess;
    if (guess === undefined || guess.type !== column.type || guess.notation === column.notation) continue;
    const cells = rows.flatMap((row) => row[column.source] ?? []);
    if (cells.every((cell) => readCell(cell, column) !== null)) continue;
    const field = columns[column.source]?.name ?? column.name;
    refuse({ field, message: t.writtenOtherwise({ name: field, ...expectedCell(column) }) });
  }
}

/** Returns the file as the form of a new study would describe it, so that it is read and checked in the same way. */
function draftOf(choices: FurtherChoices, study: FittedStudy, headers: readonly string[]): PeopleDraft {
  const { format, withoutErrors } = choices;
  const columns = headers.map((header, source) => {
    const isTaken = study.columns.some(({ name }) => name === header);
    const name = isTaken ? `column ${source + 1}` : header;
    return columnChoice({ source, name }, choices, study);
  });
  return { format, withoutErrors, columns };
}

function columnChoice(
  { source, name }: { source: number; name: string },
  choices: FurtherChoices,
  study: FittedStudy,
): ColumnChoice {
  const plain = ignoredColumn(source, name);
  const column = study.columns[choices.columns.indexOf(source)];
  if (column !== undefined) {
    const first = study.file.find((known) => known.name === column.name);
    const role = roleOf(column, study);
    if (first === undefined) return { ...plain, ...column, ...role };
    const { type, notation, sign, outliers, yes, no } = first;
    return { ...plain, ...column, ...role, type, notation, sign, outliers, yes, no };
  }
  if (choices.identifiers.includes(source)) return { ...plain, role: "identifier" };
  if (choices.groups.includes(source)) {
    const { type, notation, sign, cuts } =
      study.file.filter(isGroup)[choices.groups.indexOf(source)] ?? plain;
    return { ...plain, role: "group", ...(cuts !== "" && { type, notation, sign, cuts }) };
  }
  const { outcome } = choices;
  if (outcome?.source === source) return { ...plain, role: "outcome", yes: outcome.yes, no: outcome.no };
  return plain;
}

function roleOf(
  { name }: Column,
  { chance }: FittedStudy,
): Partial<ColumnChoice> & Pick<ColumnChoice, "role"> {
  return chance?.column === name ? { role: "chance", chanceUnit: chance.unit } : { role: "both" };
}

/** Reorders cells from the order of the file to the order of the study. */
function inStudyOrder(
  { features, groups, identifiers, outcomes }: PreparedPeople,
  choices: FurtherChoices,
  hasIdentifiers: boolean,
): PeopleCells {
  const order = (sources: readonly (number | null)[]) => {
    const inFile = sources.filter((source) => source !== null).sort((a, b) => a - b);
    const places = sources.map((source) => (source === null ? -1 : inFile.indexOf(source)));
    return (cells: readonly (string | null)[]) => places.map((place) => cells[place] ?? null);
  };
  return {
    features: features.map(order(choices.columns)),
    groups: groups.map(order(choices.groups)),
    identifiers: hasIdentifiers ? identifiers.map(order(choices.identifiers)) : identifiers,
    outcomes,
  };
}

function newWords(features: PreparedPeople["features"], { columns, words }: FittedStudy) {
  return columns.flatMap(({ name }, index) => {
    const known = words[index];
    if (known == null) return [];
    const present = new Set(known);
    const counts = new Map<string, number>();
    for (const cells of features) {
      const word = cells[index] ?? null;
      if (word !== null && !present.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    const sorted = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, shownWords);
    return counts.size === 0
      ? []
      : [{ column: name, words: sorted.map(([word, count]) => ({ word, count })) }];
  });
}

/** Compares people by those identifier columns that the file has. People without an identifier are not counted. */
function presentPeople(
  identifiers: PeopleCells["identifiers"],
  choices: FurtherChoices,
  { identified }: FittedStudy,
): PlannedPeople["present"] {
  const named = (cells: readonly (string | null)[]) =>
    cells.filter((_, index) => (choices.identifiers[index] ?? null) !== null);
  const known = new Set(identified.map((cells) => JSON.stringify(named(readCells(cells)))));
  const twice = identifiers
    .map(named)
    .filter((cells) => cells.some((cell) => cell !== null) && known.has(JSON.stringify(cells)));
  const examples = twice
    .slice(0, shownPresent)
    .map((cells) => cells.filter((cell) => cell !== null).join(", "));
  return { count: twice.length, examples };
}
