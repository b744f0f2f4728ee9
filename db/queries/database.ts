import { sql } from "drizzle-orm";
import type { EngineName, Reader } from "#db/store/store.ts";

/** How many bytes the database takes, as it says itself. */
export async function readDatabaseSize(db: Reader, engine: EngineName): Promise<number> {
  const bytes =
    engine === "sqlite"
      ? sql<number>`(select page_count * page_size from pragma_page_count(), pragma_page_size())`
      : sql<number>`pg_database_size(current_database())`;
  const rows = await db.q.select({ bytes: bytes.mapWith(Number) }).from(sql`(select 1) as one`);
  return rows[0]?.bytes ?? 0;
}
