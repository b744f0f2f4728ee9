import { isOneOf, type Kit } from "./kit.ts";

const fields = ["name", "contact", "logo", "imprint", "privacy", "accessibility"] as const;

export function organisationTables(kit: Kit) {
  /** Public texts of the organisation that runs this server. A field without a row is empty. */
  const organisationText = kit.table(
    "organisation_text",
    {
      field: kit.word("field", fields).primaryKey(),
      /** A name, an e-mail address, a PNG picture in base64, or Markdown. */
      text: kit.text("text").notNull(),
      savedAt: kit.large("saved_at").notNull(),
    },
    (t) => [kit.check("organisation_text_field", isOneOf(t.field, fields))],
  );
  return { organisationText };
}
