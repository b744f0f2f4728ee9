import { updateAccount } from "#db/queries/accounts.ts";
import { recordSecurity } from "#server/platform/security-log/record.ts";
import type { AccountsApp } from "./context.ts";

/** Changes the name under which other users see an account. */
export async function changeName(app: AccountsApp, accountId: string, displayName: string): Promise<void> {
  await app.store.tx(async (tx) => {
    await updateAccount(tx, accountId, { displayName });
    await recordSecurity(app, tx, { kind: "account.renamed", actorId: accountId, accountId });
  });
}
