import {
  deleteOrganisationText,
  findOrganisationText,
  listOrganisationFields,
  replaceOrganisationText,
} from "#db/queries/organisation.ts";
import type { App } from "#server/platform/app/app.ts";
import { recordSecurity } from "#server/platform/security-log/record.ts";

/** What every page shows of the organisation that runs this server. */
export type Organisation = {
  /** Empty: it has none. */
  readonly name: string;
  /** When its logo was saved (UTC milliseconds); null: it has none. */
  readonly logoAt: number | null;
  /** The fields that have a text. */
  readonly has: readonly (keyof OrganisationTexts)[];
};

/** What the organisation that runs this server says of itself. */
export type OrganisationTexts = {
  readonly name: string;
  /** Its e-mail address for questions and reports. */
  readonly contact: string;
  /** A PNG picture in base64. */
  readonly logo: string;
  readonly imprint: string;
  readonly privacy: string;
  readonly accessibility: string;
};

type Field = keyof OrganisationTexts;

const fields: readonly Field[] = ["name", "contact", "logo", "imprint", "privacy", "accessibility"];

/** Reads what every page shows. */
export async function readOrganisation(app: Pick<App, "store">): Promise<Organisation> {
  const rows = await app.store.read(listOrganisationFields);
  const row = (field: Field) => rows.find((one) => one.field === field);
  return {
    name: row("name")?.name ?? "",
    logoAt: row("logo")?.savedAt ?? null,
    has: rows.map(({ field }) => field),
  };
}

/** Reads the text of a field; empty: none. */
export async function readOrganisationText(app: Pick<App, "store">, field: Field): Promise<string> {
  return (await app.store.read((db) => findOrganisationText(db, field))) ?? "";
}

/** Reads all fields, for the form that changes them. */
export async function readOrganisationTexts(app: Pick<App, "store">): Promise<OrganisationTexts> {
  const texts = await Promise.all(
    fields.map(async (field) => [field, await readOrganisationText(app, field)]),
  );
  return Object.fromEntries(texts);
}

/** Changes fields: an empty text removes one. The security log names those that are no longer the same. */
export async function saveOrganisation(
  app: Pick<App, "store" | "now">,
  accountId: string,
  texts: { readonly [F in Field]?: string | undefined },
): Promise<void> {
  await app.store.tx(async (tx) => {
    const changed: Field[] = [];
    for (const field of fields) {
      const text = texts[field];
      if (text === undefined || text === ((await findOrganisationText(tx, field)) ?? "")) continue;
      changed.push(field);
      if (text === "") await deleteOrganisationText(tx, { field });
      else await replaceOrganisationText(tx, { field, text, savedAt: app.now() });
    }
    if (changed.length === 0) return;
    await recordSecurity(app, tx, {
      kind: "server.organisation-changed",
      actorId: accountId,
      accountId: null,
      detail: { fields: changed.join(" ") },
    });
  });
}
