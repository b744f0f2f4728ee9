import * as pgSchema from "./schema.pg.ts";
import * as sqliteSchema from "./schema.sqlite.ts";
import type { Tables } from "./schema.ts";

export const pgTables: Tables = pgSchema;
/** Typed as the Postgres tables: the cast itself is in `kit.ts`. */
export const sqliteTables: Tables = sqliteSchema;
