import * as pgSchema from "./pg.ts";
import type { Tables } from "./schema.ts";
import * as sqliteSchema from "./sqlite.ts";

export const pgTables: Tables = pgSchema;
/** Typed as the Postgres tables: the cast itself is in `kit.ts`. */
export const sqliteTables: Tables = sqliteSchema;
