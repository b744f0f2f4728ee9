import * as meaning from "#messages/tables.ts";
import { personIdOf } from "#server/audit-log/pseudonyms.ts";
import { personColumn } from "../base/common-columns.ts";
import { column, type TableDefinition, type TableRow, type TableSource } from "../base/table.ts";

/** All imported people. Memory: a few words for each import and erasure. */
export const people: TableDefinition = {
  name: "people",
  about: meaning.peopleTable,
  columns: [
    personColumn,
    column("imported_seq", "integer", meaning.importedSeq),
    column("erased_seq", "integer?", meaning.erasedSeq),
  ],
  rows,
};

async function* rows(source: TableSource): AsyncGenerator<TableRow> {
  const imports: { seq: number; count: number }[] = [];
  const erased = new Map<string, number>();
  for await (const { seq, type, body } of source.entries(["people.imported", "person.erased"])) {
    if (type === "people.imported") imports.push({ seq, count: body.count });
    else erased.set(body.person, seq);
  }
  let ordinal = 0;
  for (const { seq, count } of imports) {
    for (const last = ordinal + count; ordinal < last; ordinal += 1) {
      const person = personIdOf(ordinal + 1);
      yield [person, seq, erased.get(person) ?? null];
    }
  }
}
