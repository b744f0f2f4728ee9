import * as meaning from "#messages/tables.ts";
import { readGroupedRounds } from "../../groups/grouped-rounds.ts";
import { type Grouping, type GroupRow, groupFigures, usualLeast } from "../../groups/groups.ts";
import { column, type TableDefinition, type TableRow, type TableSource } from "../base/table.ts";

export const groupsName = "groups";

/** @param columns the study's group columns */
export function groupsTable(columns: readonly string[]): TableDefinition {
  return {
    name: groupsName,
    about: () => meaning.groupsTable({ least: usualLeast }),
    columns: [
      column("first_column", "text", meaning.firstColumn),
      column("first_group", "text?", meaning.firstGroup),
      column("second_column", "text?", meaning.secondColumn),
      column("second_group", "text?", meaning.secondGroup),
      column("people", "integer", meaning.groupPeople),
      column("expected_rate", "number", meaning.expectedRate, meaning.probability),
      column("expected_impact_ratio", "number?", meaning.expectedImpactRatio),
      column("selected", "integer?", meaning.groupSelected),
      column("realised_rate", "number?", meaning.realisedRate),
      column("realised_rate_from", "number?", meaning.realisedFrom),
      column("realised_rate_to", "number?", meaning.realisedTo),
      column("realised_impact_ratio", "number?", meaning.realisedImpactRatio),
      column("known_outcomes", "integer", meaning.knownOutcomes),
      column("outcome_rate", "number?", meaning.outcomeRate),
      column("outcome_rate_from", "number?", meaning.outcomeFrom),
      column("outcome_rate_to", "number?", meaning.outcomeTo),
      column("higher", "integer", meaning.timesHigher),
      column("higher_from", "integer", meaning.higherFrom),
      column("higher_to", "integer", meaning.higherTo),
      column("lower", "integer", meaning.timesLower),
      column("lower_from", "integer", meaning.lowerFrom),
      column("lower_to", "integer", meaning.lowerTo),
    ],
    rows: (source) => rows(source, columns),
  };
}

async function* rows(source: TableSource, columns: readonly string[]): AsyncGenerator<TableRow> {
  const rounds = await readGroupedRounds(source);
  const { groupings } = groupFigures({ columns, rounds, least: usualLeast });
  for (const grouping of groupings) yield* grouping.groups.map((group) => rowOf(grouping, group));
}

function rowOf({ columns }: Pick<Grouping, "columns">, row: GroupRow): TableRow {
  const { cells, people, expected, drawn, outcomes, reported } = row;
  return [
    ...[columns[0] ?? "", cells[0] ?? null, columns[1] ?? null, cells[1] ?? null],
    ...[people, expected.rate, expected.impact?.ratio ?? null],
    ...[drawn?.selected ?? null, drawn?.rate ?? null, drawn?.range.low ?? null, drawn?.range.high ?? null],
    drawn?.impact?.ratio ?? null,
    ...[outcomes?.known ?? 0, outcomes?.rate ?? null],
    ...[outcomes?.range.low ?? null, outcomes?.range.high ?? null],
    ...[reported.higher, reported.lower].flatMap(({ count, range }) => [count, range.low, range.high]),
  ];
}
