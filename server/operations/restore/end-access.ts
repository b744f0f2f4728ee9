import { revokeOpenInvitations } from "#db/queries/invitations.ts";
import { deleteAllPersonalLinks } from "#db/queries/personal-links.ts";
import { deleteAllTokens } from "#db/queries/programs.ts";
import { revokeAllSessions } from "#db/queries/sessions.ts";
import type { App } from "#server/platform/app/app.ts";
import { recordSecurity } from "#server/platform/security-log/record.ts";

/** Ends every session, token and open link: some had ended after the backup, and it is not known which. */
export async function endAccess(
  app: Pick<App, "store" | "now">,
  lost: { readonly studies: number; readonly entries: number },
): Promise<void> {
  await app.store.tx(async (tx) => {
    await revokeAllSessions(tx, app.now());
    await deleteAllTokens(tx);
    await revokeOpenInvitations(tx, app.now());
    await deleteAllPersonalLinks(tx);
    await recordSecurity(app, tx, { kind: "server.restored", actorId: null, accountId: null, detail: lost });
  });
}
