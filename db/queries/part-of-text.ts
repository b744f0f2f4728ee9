import { type SQLWrapper, sql } from "drizzle-orm";

/** Whether a text contains `part`, ignoring case. Every row is read: no index covers parts of a text. */
export function holdsPart(text: SQLWrapper, part: string) {
  const pattern = `%${part.toLowerCase().replace(/[!%_]/g, "!$&")}%`;
  return sql`lower(${text}) like ${pattern} escape '!'`;
}
