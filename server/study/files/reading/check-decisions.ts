import * as t from "#messages/fileProblems.ts";
import * as setup from "#messages/setup.ts";
import { formatList } from "#server/format.ts";
import type { ChanceUnit } from "#server/learner/policy/fixed.ts";
import type { ColumnReading } from "#server/study/cells/reading-schema.ts";
import type { ProblemList } from "./problem-list.ts";

/** The operator's decision about one column of the file; `name` is its name in the study. */
export type ColumnDecision =
  | ({
      readonly name: string;
      readonly role: "feature";
      /** Set if the column is each person's chance: its unit, or the words for a chance of 1 and of 0. */
      readonly chance?: ChanceUnit | Words;
    } & Readonly<ColumnReading>)
  | { readonly name: string; readonly role: "identifier" | "ignored" }
  | ({
      readonly name: string;
      readonly role: "group";
      /** Sorts a cell into one of the groups between cuts; undefined: each value is a group. */
      readonly read: ((cell: string) => string | null) | undefined;
    } & Readonly<ColumnReading>)
  | ({ readonly name: string; readonly role: "outcome" } & Words);

/** The cells that mean yes, and those that mean no; compared exactly, after trimming. */
export type Words = { readonly yes: readonly string[]; readonly no: readonly string[] };

/** Returns what is wrong with the decisions themselves, whatever the rows hold. */
export function checkDecisionColumns(
  decisions: readonly ColumnDecision[],
  columnCount: number,
  problems: ProblemList,
): void {
  if (decisions.length !== columnCount) {
    const message = t.columnCount({ found: columnCount, chosen: decisions.length });
    problems.add(() => ({ message }));
  }
  const outcomes = decisions.filter((decision) => decision.role === "outcome");
  if (outcomes.length > 1) {
    const names = formatList(outcomes.map(({ name }) => `“${name}”`));
    problems.add(() => ({ message: setup.oneOutcome({ names }) }));
  }
  for (const { name, yes, no } of outcomes) {
    checkWords(name, yes, no, problems);
  }
  for (const decision of decisions) {
    if (decision.role !== "feature" || typeof decision.chance !== "object") continue;
    checkWords(decision.name, decision.chance.yes, decision.chance.no, problems);
  }
  for (const decision of decisions) {
    if (decision.role !== "feature" || decision.notation !== "unclear") continue;
    const { name: field } = decision;
    problems.add(() => ({ field, message: setup.needsReading({ name: field }) }));
  }
  checkNames(decisions, problems);
}

function checkWords(
  field: string,
  yes: readonly string[],
  no: readonly string[],
  problems: ProblemList,
): void {
  if (yes.length === 0 || no.length === 0) {
    problems.add(() => ({ field, message: setup.needsMeanings({ name: field }) }));
  }
  const noWords = new Set(no.map((word) => word.trim()));
  for (const word of new Set(yes.map((each) => each.trim()))) {
    if (noWords.has(word)) {
      problems.add(() => ({ field, message: t.bothMeanings({ name: field, word }) }));
    }
  }
}

function checkNames(decisions: readonly ColumnDecision[], problems: ProblemList): void {
  const met = new Set<string>();
  decisions.forEach(({ name, role }, index) => {
    if (role === "ignored") {
      return;
    }
    if (name === "") {
      problems.add(() => ({ message: setup.columnNeedsName({ number: index + 1 }) }));
    } else if (met.has(name)) {
      problems.add(() => ({ field: name, message: setup.namesDiffer({ name }) }));
    }
    met.add(name);
  });
}
