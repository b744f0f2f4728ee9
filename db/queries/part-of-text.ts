import { type SQLWrapper, sql } from "drizzle-orm";

/** Whether a text holds `part`, be letters large or small. Every row is read: no index knows a part of a text. */
export function holdsPart(text: SQLWrapper, part: string) {
  const pattern = `%${part.toLowerCase().replace(/[!%_]/g, "!$&")}%`;
  return sql`lower(${text}) like ${pattern} escape '!'`;
}
