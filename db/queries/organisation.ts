import { sql } from "drizzle-orm";
import { deleting, findValue, putting } from "#db/store/rows.ts";
import type { Reader, Tx } from "#db/store/store.ts";

type Row = Tx["t"]["organisationText"]["$inferInsert"];

/** Lists the fields that have a text, without the texts except the name: every page shows it. */
export async function listOrganisationFields(db: Reader) {
  const { organisationText } = db.t;
  const { field, text, savedAt } = organisationText;
  return db.q
    .select({ field, savedAt, name: sql<string>`case when ${field} = 'name' then ${text} else '' end` })
    .from(organisationText);
}

/** Finds the text of a field; undefined: it is empty. */
export async function findOrganisationText(db: Reader, field: Row["field"]): Promise<string | undefined> {
  return findValue(db, "organisationText", { field }, "text");
}

/** Stores a field in place of an earlier text. */
export const replaceOrganisationText = putting("organisationText", "field");

export const deleteOrganisationText = deleting("organisationText", "field");
