import { pgKit, sqliteKit } from "./kit.ts";
import { makeSchema, type Tables } from "./schema.ts";

export const pgTables: Tables = makeSchema(pgKit);
/** Typed as the Postgres tables: the cast itself is in `kit.ts`. */
export const sqliteTables: Tables = makeSchema(sqliteKit);
