import { deleteAllTokens } from "#db/queries/programs.ts";
import { revokeAllSessions } from "#db/queries/sessions.ts";
import { changeCookieKeyIn } from "#server/platform/secrets/secrets.ts";
import { recordSecurity } from "#server/platform/security-log/record.ts";
import type { AccountsApp } from "./context.ts";

/**
 * Another key for the sign-in cookies, as after somebody may have seen the old one: nobody's cookie is good any more,
 * and no token.
 * Servers that run keep the old key until they are started anew.
 */
export async function changeCookieKey(app: AccountsApp, dataFolder: string): Promise<void> {
  changeCookieKeyIn(dataFolder);
  await app.store.tx(async (tx) => {
    await revokeAllSessions(tx, app.now());
    await deleteAllTokens(tx);
    await recordSecurity(app, tx, { kind: "server.cookie-key-changed", actorId: null, accountId: null });
  });
}
