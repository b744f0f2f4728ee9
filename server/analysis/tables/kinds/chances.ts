import { chanceColumns } from "../base/common-columns.ts";
import type { TableDefinition, TableRow, TableSource } from "../base/table.ts";

export const chances: TableDefinition = {
  name: "chances",
  about: "The chance that every person of every round was given: the propensity of being selected.",
  columns: [
    ...chanceColumns,
    {
      name: "base_chance",
      type: "number",
      unit: "probability",
      nullable: true,
      about: "Chance before differences were limited; empty in every mode but guarded.",
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
