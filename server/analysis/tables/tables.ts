import type { StudySettings } from "#server/audit-log/entries.ts";
import { groupColumns } from "#server/audit-log/groups.ts";
import type { TableDefinition } from "./base/table.ts";
import { chances } from "./kinds/chances.ts";
import { decisions } from "./kinds/decisions.ts";
import { distances } from "./kinds/distances.ts";
import { draws } from "./kinds/draws.ts";
import { featuresName, featuresTable } from "./kinds/features.ts";
import { groupsName, groupsTable } from "./kinds/groups.ts";
import { guidelines } from "./kinds/guidelines.ts";
import { outcomes } from "./kinds/outcomes.ts";
import { pairs } from "./kinds/pairs.ts";
import { people } from "./kinds/people.ts";
import { rounds } from "./kinds/rounds.ts";
import { seats } from "./kinds/seats.ts";
import { updates } from "./kinds/updates.ts";
import { verdicts } from "./kinds/verdicts.ts";

const ofEveryStudy = [
  ...[people, rounds, chances, pairs, verdicts, distances, decisions],
  ...[draws, outcomes, updates, guidelines, seats],
];

/** Returns all tables of a study; the tables of people's features depend on its columns. */
export function tablesOf(settings: StudySettings): readonly TableDefinition[] {
  const groups = groupColumns(settings);
  return [
    ...ofEveryStudy,
    featuresTable(settings.learner.columns),
    ...(groups.length === 0 ? [] : [groupsTable(groups)]),
  ];
}

/** Checks whether a table is made from the cells of people's files. */
export function isFromFeatures({ name }: Pick<TableDefinition, "name">): boolean {
  return name === featuresName || name === groupsName;
}
