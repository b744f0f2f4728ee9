import { findMailLanguage } from "#db/queries/accounts.ts";
import type { Reader } from "#db/store/store.ts";
import type { Language } from "#server/locale.ts";

/**
 * Returns the language of a mail: the one that the account of its address chose, or else that of the study it is about;
 * English if neither is known.
 */
export async function languageOfMail(
  db: Reader,
  email: string,
  studyId: string | null = null,
): Promise<Language> {
  return (await findMailLanguage(db, email, studyId)) ?? "en";
}
