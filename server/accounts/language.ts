import { findLanguage, updateAccount } from "#db/queries/accounts.ts";
import type { Language } from "#server/locale.ts";
import type { App } from "#server/platform/app/app.ts";

/** Reads the language that an account chose; null: it follows its study or its browser. */
export function readLanguage(app: App, accountId: string): Promise<Language | null> {
  return app.store.read((db) => findLanguage(db, accountId));
}

/** Saves the language in which an account reads pages; null: that of its study or its browser. */
export function changeLanguage(app: App, accountId: string, language: Language | null): Promise<void> {
  return app.store.tx((tx) => updateAccount(tx, accountId, { language }));
}
