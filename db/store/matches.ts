import { type AnyColumn, and, eq, isNull, type Placeholder, type SQL, type SQLWrapper } from "drizzle-orm";

type Columns = { readonly $inferSelect: Readonly<Record<string, unknown>> };
type Values<Table extends Columns> = {
  readonly [Name in keyof Table["$inferSelect"]]?: Table["$inferSelect"][Name] | SQLWrapper | Placeholder;
};

/** True for rows of a table whose columns have these values, or those of columns of other tables. */
export function matches<Table extends Columns>(table: Table, values: Values<Table>): SQL | undefined {
  const columns = table as unknown as Readonly<Record<string, AnyColumn>>;
  const conditions = Object.entries(values).map(([name, value]) => {
    const column = columns[name] as AnyColumn;
    return value === null ? isNull(column) : eq(column, value);
  });
  return and(...conditions);
}
