import * as file from "#messages/fileProblems.ts";
import * as t from "#messages/setup.ts";
import { formatList } from "#server/format.ts";
import { isDate } from "./cells/notation.ts";
import { typedNumber } from "./cells/typed-numbers.ts";
import { isChance, isFeature, isForRules, isGroup, isInWords, isShown } from "./columns.ts";
import type { ColumnChoice, Missing, PeopleDraft, StudyKind } from "./draft.ts";
import { cutProblem } from "./group-cuts.ts";

/** The most columns that are groups: each two of them are crossed. */
const groupColumnLimit = 6;

/** Returns what is wrong with the decisions about the columns, whatever the rows hold. */
export function missingColumns(people: PeopleDraft | null, kind: StudyKind): Missing[] {
  if (people === null) return [{ step: "people", field: "file", message: t.needsFile() }];
  const { columns } = people;
  const problems = columns.flatMap((column) => problemsOf(column, columns));
  if (!columns.some(isShown)) problems.push(at("columns", t.needsShown()));
  const groupCount = columns.filter(isGroup).length;
  if (groupCount > groupColumnLimit) {
    problems.push(at("columns", t.tooManyGroupColumns({ count: groupCount, limit: groupColumnLimit })));
  }
  if (kind === "audit") return [...problems, ...auditProblems(columns)];
  if (!columns.some(isForRules)) problems.push(at("columns", t.needsForRules()));
  const outcomes = severalOutcomes(columns);
  if (outcomes !== null) problems.push(at("columns", outcomes));
  return [...problems, ...chanceProblems(columns)];
}

/** Returns problems of an audit's columns: it needs one column of chances, and has neither rules nor outcomes. */
function auditProblems(columns: readonly ColumnChoice[]): Missing[] {
  return [
    columns.some(isChance) ? null : at("chance", t.needsChance()),
    ...chanceProblems(columns),
    columns.some(({ role }) => role === "outcome") ? at("columns", t.noOutcomeInAudit()) : null,
  ].filter((problem) => problem !== null);
}

/** Returns problems of the column of chances: there is at most one, in numbers or in words that mean yes and no. */
function chanceProblems(columns: readonly ColumnChoice[]): Missing[] {
  const chances = columns.filter(isChance);
  return [
    ...(chances.length > 1
      ? [at("chance", t.oneChance({ names: formatList(chances.map(({ name }) => `“${name}”`)) }))]
      : []),
    ...chances.flatMap(({ name, type }) =>
      type === "text" ? [at("chance", t.chancesAreNumbers({ name }))] : [],
    ),
  ];
}

/** Says that several columns are the outcome; null unless that is so. */
export function severalOutcomes(columns: readonly ColumnChoice[]): string | null {
  const names = columns.filter(({ role }) => role === "outcome").map(({ name }) => `“${name.trim()}”`);
  return names.length > 1 ? t.oneOutcome({ names: formatList(names) }) : null;
}

function problemsOf(column: ColumnChoice, all: readonly ColumnChoice[]): Missing[] {
  if (column.role === "ignored") return [];
  const wrongCuts = cutProblem(column);
  return [
    ...columnProblems(column, all).map(({ part, message }) => at(`${column.source}.${part}`, message)),
    ...(wrongCuts === null ? [] : [at(`${column.source}.cuts`, wrongCuts)]),
    ...outlierProblems(column),
  ];
}

/** Returns what is wrong with a column's name, with how it is read and with the meanings of its words. */
export function columnProblems(
  column: ColumnChoice,
  all: readonly ColumnChoice[],
): { part: "name" | "words" | "notation"; message: string }[] {
  const { source, role } = column;
  if (role === "ignored") return [];
  const name = column.name.trim();
  const problems: ReturnType<typeof columnProblems> = [];
  if (name === "") problems.push({ part: "name", message: t.columnNeedsName({ number: source + 1 }) });
  const twin = all.find(
    (other) => other.source < source && other.role !== "ignored" && other.name.trim() === name,
  );
  if (twin !== undefined && name !== "") {
    problems.push({ part: "name", message: t.namesDiffer({ name }) });
  }
  const wrongWords =
    role === "outcome" || (role === "chance" && isInWords(column)) ? wordProblems(column, name) : [];
  problems.push(...wrongWords.map((message) => ({ part: "words" as const, message })));
  if (isFeature(column) && column.notation === "unclear") {
    problems.push({ part: "notation", message: t.needsReading({ name }) });
  }
  return problems;
}

function wordProblems({ yes, no }: ColumnChoice, name: string): string[] {
  const missing = yes.length === 0 || no.length === 0 ? [t.needsMeanings({ name })] : [];
  const noWords = new Set(no.map((word) => word.trim()));
  const both = new Set(yes.map((word) => word.trim()).filter((word) => noWords.has(word)));
  return [...missing, ...[...both].map((word) => file.bothMeanings({ name, word }))];
}

function outlierProblems(column: ColumnChoice): Missing[] {
  const { source, name, type, outliers } = column;
  if (type !== "number" || outliers.treatment === "keep" || !isFeature(column)) return [];
  const field = `${source}.outliers`;
  const limits = [outliers.low, outliers.high].flatMap((limit) =>
    limit.trim() === "" ? [] : [typedNumber(limit.trim(), column)],
  );
  if (limits.length === 0) {
    return [at(field, t.needsLimit({ name }))];
  }
  const wrong = limits.find((limit) => !numeral.test(limit));
  if (wrong !== undefined) return [at(field, t.limitWrong({ name, limit: wrong, isDate: isDate(column) }))];
  const [low, high] = limits.map(Number);
  return low !== undefined && high !== undefined && low > high ? [at(field, t.limitsCross({ name }))] : [];
}

const numeral = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

function at(field: string, message: string): Missing {
  return { step: "people", field, message };
}
