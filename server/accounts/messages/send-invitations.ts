import { listInvitationsToMail, takeInvitationToMail, updateInvitation } from "#db/queries/invitations.ts";
import { newToken } from "#server/accounts/secret-tokens.ts";
import type { App } from "#server/platform/app/app.ts";
import { sendLink } from "./send-link.ts";

/** The longest time for the mails of a study's lists, in milliseconds. */
export const invitationLimit = 30 * 60_000;

/** How many mails are sent at once, so that none of them waits long in the mailer's own queue. */
const atOnce = 4;

/**
 * Mails the links of a study's lists, each at most once. A link gets its token only here, since the database holds no
 * token that works.
 */
export async function sendInvitations(app: App, { studyId }: { studyId: string }): Promise<void> {
  const { mailer } = app;
  if (mailer === null) return;
  const waiting = await app.store.read((db) => listInvitationsToMail(db, studyId));
  const sendNext = async (): Promise<void> => {
    for (let from = waiting.pop(); from !== undefined; from = waiting.pop()) {
      const key = { from, ...newToken() };
      const isTaken = await app.store.tx((tx) =>
        takeInvitationToMail(tx, { from: key.from, to: key.tokenHash }),
      );
      if (!isTaken) continue;
      const { isSent } = await sendLink(app, mailer, key.token);
      if (!isSent)
        await app.store.tx((tx) =>
          updateInvitation(tx, { tokenHash: key.tokenHash }, { mailState: "failed" }),
        );
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendNext));
}
