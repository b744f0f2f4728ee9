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
  const problems = columns.flatMap((column) => columnProblems(column, columns));
  if (!columns.some(isShown)) problems.push(at("columns", t.needsShown()));
  const groupCount = columns.filter(isGroup).length;
  if (groupCount > groupColumnLimit) {
    problems.push(at("columns", t.tooManyGroupColumns({ count: groupCount, limit: groupColumnLimit })));
  }
  if (kind === "audit") return [...problems, ...auditProblems(columns)];
  if (!columns.some(isForRules)) problems.push(at("columns", t.needsForRules()));
  const outcomes = columns.filter(({ role }) => role === "outcome");
  if (outcomes.length > 1) {
    problems.push(
      at("columns", t.oneOutcome({ names: formatList(outcomes.map(({ name }) => `“${name}”`)) })),
    );
  }
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

function columnProblems(column: ColumnChoice, all: readonly ColumnChoice[]): Missing[] {
  const { source, name, role } = column;
  if (role === "ignored") return [];
  const problems: Missing[] = [];
  if (name.trim() === "") problems.push(at(`${source}.name`, t.columnNeedsName({ number: source + 1 })));
  const twin = all.find(
    (other) => other.source < source && other.role !== "ignored" && other.name.trim() === name.trim(),
  );
  if (twin !== undefined && name.trim() !== "") {
    problems.push(at(`${source}.name`, t.namesDiffer({ name: name.trim() })));
  }
  const hasWords = role === "outcome" || (role === "chance" && isInWords(column));
  if (hasWords && (column.yes.length === 0 || column.no.length === 0)) {
    problems.push(at(`${source}.words`, t.needsMeanings({ name })));
  }
  if (isFeature(column) && column.notation === "unclear") {
    problems.push(at(`${source}.notation`, t.needsReading({ name })));
  }
  const wrongCuts = cutProblem(column);
  if (wrongCuts !== null) problems.push(at(`${source}.cuts`, wrongCuts));
  return [...problems, ...outlierProblems(column)];
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
