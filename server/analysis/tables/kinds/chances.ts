import * as meaning from "#messages/tables.ts";
import { chanceColumns } from "../base/common-columns.ts";
import type { TableDefinition, TableRow, TableSource } from "../base/table.ts";

export const chances: TableDefinition = {
  name: "chances",
  about: meaning.chancesTable,
  columns: [
    ...chanceColumns,
    {
      name: "base_chance",
      type: "number",
      unit: meaning.probability,
      nullable: true,
      about: meaning.baseChance,
    },
  ],
  rows,
};

async function* rows(source: TableSource): AsyncGenerator<TableRow> {
  for await (const { seq, body } of source.entries(["round.opened"])) {
    const base = body.guard?.base;
    for (const [position, { person, chance }] of body.people.entries()) {
      const before = base?.[position];
      yield [seq, body.round, position, person, Number(chance), before === undefined ? null : Number(before)];
    }
  }
}
