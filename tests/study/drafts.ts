import type { ColumnChoice, PeopleDraft, RulesDraft, StudyDraft } from "#server/study/draft.ts";
import { newDraft, peopleFor } from "#server/study/empty-draft.ts";
import type { RulesContext } from "#server/study/rules/kind.ts";
import { rulesContext } from "#server/study/rules/rules.ts";
import { hundredPeople } from "./reading.ts";

export const reading = hundredPeople();

/** Shows every column, and uses the columns that rules can test. */
export function allUsed(people: PeopleDraft): PeopleDraft {
  const columns = people.columns.map((column) => ({
    ...column,
    role: column.type === "text" ? ("shown" as const) : ("both" as const),
  }));
  return { ...people, columns };
}

/** A draft with a hundred people, these rules and these decisions about its three columns. */
export function draftWith(
  rules: Partial<RulesDraft> = {},
  columns: Partial<ColumnChoice>[] = [],
): StudyDraft {
  const people = allUsed(peopleFor(reading, {}));
  const draft = newDraft("Small loans", 0);
  return {
    ...draft,
    people: {
      ...people,
      columns: people.columns.map((column, index) => ({
        ...column,
        ...columns[index],
      })),
    },
    rules: { ...draft.rules, ...rules },
  };
}

export function contextOf(draft: StudyDraft): RulesContext {
  const context = rulesContext(draft, reading);
  if (context === null) throw new Error("there are people");
  return context;
}
