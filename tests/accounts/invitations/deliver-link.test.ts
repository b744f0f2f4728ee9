import { expect, it, onTestFinished } from "vitest";
import { acceptInvitation } from "#server/accounts/invitations/accept-invitation.ts";
import { deliverLink } from "#server/accounts/invitations/deliver-link.ts";
import { invite, listInvitations } from "#server/accounts/invitations/invite.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { startMailServer } from "#tests/setup/mail-server.ts";
import { refused } from "#tests/setup/refusal.ts";
import { accountsApp, addFirstAdministrator, password } from "./people.ts";

captureLog();

describeEngines("a new link", (openStore) => {
  const invitation = { email: "amina@example.org", role: "operator", studyId: null } as const;

  async function open(trouble?: Parameters<typeof startMailServer>[0]) {
    const server = await startMailServer(trouble);
    onTestFinished(server.close);
    const app = accountsApp(await openStore());
    const administrator = await addFirstAdministrator(app);
    return { app, mailing: { ...app, mailer: server.mailer() }, administrator, server };
  }

  it("is shown to its maker if the server sends no mail", async () => {
    const { app, administrator } = await open();
    const link = await invite(app, administrator, invitation);
    expect(await deliverLink(app, link)).toEqual(link);
  });

  it("goes only to its address if the server sends mail", async () => {
    const { app, mailing, administrator, server } = await open();
    const { token, expiresAt } = await invite(mailing, administrator, invitation);
    expect(await deliverLink(mailing, { token, expiresAt })).toEqual({ token: null, expiresAt });
    const mail = await server.take();
    expect([mail.to, mail.text.includes(`/invitation/${token}\n`)]).toEqual([["amina@example.org"], true]);
    await acceptInvitation(app, { token, displayName: "Amina", password });
  });

  it("does not work if it could not be sent, and its maker gets the reason", async () => {
    const { app, mailing, administrator } = await open({ refusedAddress: "amina@example.org" });
    const link = await invite(mailing, administrator, invitation);
    const { message } = await refused(deliverLink(mailing, link), "mail-failed");
    expect(message).toContain("The mail server refused the address (550).");
    const taken = acceptInvitation(app, { token: link.token, displayName: "Amina", password });
    await refused(taken, "invitation-invalid");
    expect((await listInvitations(app)).links).toEqual([]);
  });
});
