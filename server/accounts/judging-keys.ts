import { findJudgingKeys, updateAccount } from "#db/queries/accounts.ts";
import type { App } from "#server/platform/app/app.ts";
import { judgingKeysSchema } from "#server/schemas/judging-keys.ts";
import { type JudgingKeys, usualKeys } from "#server/schemas/key-commands.ts";

/** Reads the keyboard shortcuts with which an account judges: its own, or the defaults. */
export function readJudgingKeys(app: App, accountId: string): Promise<JudgingKeys> {
  return app.store.read(async (db) => {
    const kept = await findJudgingKeys(db, accountId);
    return kept ? judgingKeysSchema.parse(JSON.parse(kept)) : usualKeys;
  });
}

/** Saves an account's keyboard shortcuts, so that they apply on every device. */
export function changeJudgingKeys(app: App, accountId: string, keys: JudgingKeys): Promise<void> {
  return app.store.tx((tx) => updateAccount(tx, accountId, { judgingKeys: JSON.stringify(keys) }));
}
