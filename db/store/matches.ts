import {
  type AnyColumn,
  and,
  eq,
  inArray,
  isNull,
  type Placeholder,
  type SQL,
  type SQLWrapper,
} from "drizzle-orm";

type Columns = { readonly $inferSelect: Readonly<Record<string, unknown>> };
/** Conditions on columns: a value, a list of allowed values, or a condition such as `isNotNull`. */
export type Values<Table extends Columns> = {
  readonly [Name in keyof Table["$inferSelect"]]?:
    | Table["$inferSelect"][Name]
    | readonly Table["$inferSelect"][Name][]
    | SQLWrapper
    | Placeholder
    | ((column: Table[Name & keyof Table] & AnyColumn) => SQL | undefined);
};

/** Returns the condition that columns of a table have these values, or equal columns of other tables. */
export function matches<Table extends Columns>(table: Table, values: Values<Table>): SQL | undefined {
  const columns = table as unknown as Readonly<Record<string, AnyColumn>>;
  const conditions = Object.entries(values).map(([name, value]) => {
    const column = columns[name] as AnyColumn;
    if (typeof value === "function") return value(column as never);
    if (Array.isArray(value)) return inArray(column, value);
    return value === null ? isNull(column) : eq(column, value);
  });
  return and(...conditions);
}
