import { sql } from "drizzle-orm";
import type { EngineName, Reader } from "#db/store/store.ts";

/** Reads the size of the database in bytes, as the engine reports it. */
export async function readDatabaseSize(db: Reader, engine: EngineName): Promise<number> {
  const bytes =
    engine === "sqlite"
      ? sql<number>`(select page_count * page_size from pragma_page_count(), pragma_page_size())`
      : sql<number>`pg_database_size(current_database())`;
  const rows = await db.q.select({ bytes: bytes.mapWith(Number) }).from(sql`(select 1) as one`);
  return rows[0]?.bytes ?? 0;
}
