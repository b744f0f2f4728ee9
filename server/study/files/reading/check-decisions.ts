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
    const message = `The file has ${columnCount} columns, and ${decisions.length} were decided about.`;
    problems.add(() => ({ message }));
  }
  if (!decisions.some(({ role }) => role === "feature")) {
    problems.add(() => ({
      message: "No column is a feature: the learner would know nothing about anybody.",
    }));
  }
  const outcomes = decisions.filter((decision) => decision.role === "outcome");
  if (outcomes.length > 1) {
    const names = outcomes.map(({ name }) => `“${name}”`).join(" and ");
    problems.add(() => ({ message: `Only one column can be the outcome, found ${names}.` }));
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
    const message = `Column “${field}” can be read in two ways: say how it is written.`;
    problems.add(() => ({ field, message }));
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
    const message = `Column “${field}”: say which cells mean yes and which mean no.`;
    problems.add(() => ({ field, message }));
  }
  const noWords = new Set(no.map((word) => word.trim()));
  for (const word of new Set(yes.map((each) => each.trim()))) {
    if (noWords.has(word)) {
      problems.add(() => ({ field, message: `Column “${field}”: “${word}” cannot mean yes and no.` }));
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
      problems.add(() => ({ message: `Column ${index + 1} needs a name.` }));
    } else if (met.has(name)) {
      problems.add(() => ({ field: name, message: `Two columns are called “${name}”: names must differ.` }));
    }
    met.add(name);
  });
}
