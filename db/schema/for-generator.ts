import { pgKit, sqliteKit } from "./kit.ts";
import { makeSchema } from "./schema.ts";

/** All tables as the exports in which drizzle-kit looks for them. Its configuration selects the engine. */
module.exports = makeSchema(process.env.EVENHAND_GENERATE === "pg" ? pgKit : sqliteKit);
