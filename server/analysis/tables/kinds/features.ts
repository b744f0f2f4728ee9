import * as meaning from "#messages/tables.ts";
import type { Column } from "#server/learner/config/spec.ts";
import { columnNames } from "../base/column-names.ts";
import { personColumn } from "../base/common-columns.ts";
import type { CellValue, TableDefinition, TableRow, TableSource } from "../base/table.ts";

export const featuresName = "features";

/** @param columns the study's columns */
export function featuresTable(columns: readonly Column[]): TableDefinition {
  const names = columnNames(
    columns.map(({ name }) => name),
    [personColumn.name],
  );
  return {
    name: featuresName,
    about: meaning.featuresTable,
    columns: [
      personColumn,
      ...columns.map(({ name, type }, index) => ({
        name: names[index] ?? name,
        type: type === "number" ? ("number" as const) : ("text" as const),
        nullable: true as const,
        about: () => meaning.featureColumn({ name: JSON.stringify(name) }),
      })),
    ],
    rows: (source) => rows(source, columns),
  };
}

async function* rows(source: TableSource, columns: readonly Column[]): AsyncGenerator<TableRow> {
  for await (const { person, features } of source.people()) {
    if (features === null) continue;
    yield [person, ...columns.map(({ type }, index): CellValue => cellOf(features[index] ?? null, type))];
  }
}

function cellOf(cell: string | null, type: Column["type"]): CellValue {
  return cell !== null && type === "number" ? Number(cell) : cell;
}
