import { newDraft, peopleFor } from "#server/schemas/draft-defaults.ts";
import { type RulesContext, rulesContext } from "#server/schemas/draft-rules.ts";
import type { ColumnChoice, RulesDraft, StudyDraft } from "#server/schemas/study-draft.ts";
import { hundredPeople } from "./reading.ts";

export const reading = hundredPeople();

/** A draft about a hundred people, with these rules and these decisions about its three columns. */
export function draftWith(
  rules: Partial<RulesDraft> = {},
  columns: Partial<ColumnChoice>[] = [],
): StudyDraft {
  const people = peopleFor(reading, {});
  const draft = newDraft("Small loans", 0);
  return {
    ...draft,
    people: { ...people, columns: people.columns.map((column, index) => ({ ...column, ...columns[index] })) },
    rules: { ...draft.rules, ...rules },
  };
}

export function contextOf(draft: StudyDraft): RulesContext {
  const context = rulesContext(draft, reading);
  if (context === null) throw new Error("there are people");
  return context;
}
