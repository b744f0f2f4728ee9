import { deleteAllTokens } from "#db/queries/programs.ts";
import { revokeAllSessions } from "#db/queries/sessions.ts";
import { changeCookieKeyIn } from "#server/platform/secrets/secrets.ts";
import { recordSecurity } from "#server/platform/security-log/record.ts";
import type { AccountsApp } from "./context.ts";

/**
 * Replaces the key of the sign-in cookies, for example after it may have leaked. All cookies and all API tokens stop
 * working. Running servers keep the old key until they are restarted.
 */
export async function changeCookieKey(app: AccountsApp, dataFolder: string): Promise<void> {
  changeCookieKeyIn(dataFolder);
  await app.store.tx(async (tx) => {
    await revokeAllSessions(tx, app.now());
    await deleteAllTokens(tx);
    await recordSecurity(app, tx, { kind: "server.cookie-key-changed", actorId: null, accountId: null });
  });
}
