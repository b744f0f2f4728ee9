import { expect, it, vi } from "vitest";
import { findProgram } from "#server/accounts/api-tokens/find-program.ts";
import { makeToken } from "#server/accounts/api-tokens/personal-tokens.ts";
import { findKnownDevice, rememberDevice } from "#server/accounts/devices.ts";
import { readFactors } from "#server/accounts/factors/own-factors.ts";
import { suspendAccount } from "#server/accounts/invitations/administration.ts";
import { resetPassword } from "#server/accounts/invitations/change-password.ts";
import { describeInvitation } from "#server/accounts/invitations/describe-invitation.ts";
import { createResetLink, listInvitations } from "#server/accounts/invitations/invite.ts";
import { resetFactor } from "#server/accounts/invitations/reset-factor.ts";
import { findSession, findSessionStatus } from "#server/accounts/sessions.ts";
import { StartError } from "#server/platform/process/start-error.ts";
import { holderOf, withPasskey } from "#tests/accounts/factors/people.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { refused } from "#tests/setup/refusal.ts";
import { accountsApp, addFirstAdministrator, addPerson, password, signInAs } from "./people.ts";

describeEngines("a lost second factor", (openStore) => {
  const email = "karin@example.org";
  const next = "an entirely new one";

  async function open() {
    vi.stubEnv("EVENHAND_SECOND_FACTOR", "administrators");
    vi.stubEnv("NEXTAUTH_URL", "http://localhost:3000");
    const app = accountsApp(await openStore());
    const administrator = await addFirstAdministrator(app);
    const { sessionId } = await withPasskey(app, await holderOf(app, email));
    return { app, administrator, sessionId: sessionId ?? "" };
  }

  it("is removed with the password; the link then works once and leads to setting up a new factor", async () => {
    const { app, administrator, sessionId } = await open();
    expect(await findSession(app, sessionId)).toBeDefined();
    const { token } = await resetFactor(app, email);
    expect(await findSession(app, sessionId)).toBeUndefined();
    await refused(signInAs(app, { email, password }), "wrong-credentials");
    await resetPassword(app, { token, password: next });
    await refused(resetPassword(app, { token, password: next }), "invitation-invalid");
    const { waiting } = await findSessionStatus(app, await signInAs(app, { email, password: next }));
    expect(waiting?.owes).toBe("set-up");
    const events = await app.store.read((db) => db.q.select().from(db.t.securityEvent));
    expect(events.find(({ kind }) => kind === "factor.reset")).toMatchObject({
      actorId: null,
      accountId: administrator,
    });
  });

  it("is removed with codes, devices, tokens and earlier links", async () => {
    const { app, administrator } = await open();
    const wanted = { name: "Script", studyId: null, scopes: [], days: 1 };
    const { token: ofProgram } = await makeToken(app, administrator, wanted);
    const other = await addPerson(app, "amina", "administrator");
    const planted = await createResetLink(app, other, administrator);
    const device = "a device that was known";
    await app.store.tx((tx) => rememberDevice(app, tx, administrator, device));
    const account = { id: administrator, email, displayName: "", platformRole: "administrator" } as const;
    expect((await readFactors(app, { account })).recoveryCodeCount).toBe(10);
    const { token, expiresAt } = await resetFactor(app, email);
    expect(Math.abs(expiresAt - app.now() - 24 * 3_600_000)).toBeLessThan(1_000);
    expect(await readFactors(app, { account })).toMatchObject({ factors: [], recoveryCodeCount: 0 });
    await refused(findProgram(app, ofProgram), "token-unknown");
    expect(await findKnownDevice(app, email, device)).toBeNull();
    await refused(resetPassword(app, { token: planted.token, password: next }), "invitation-invalid");
    expect(await describeInvitation(app, token)).toMatchObject({ state: "open", inviter: null, email });
    const { links } = await listInvitations(app);
    expect(links).toMatchObject([{ purpose: "reset-password", inviterName: null }]);
  });

  it("of an unknown or suspended account is not reset", async () => {
    const { app, administrator } = await open();
    await expect(resetFactor(app, "unknown@example.org")).rejects.toThrow(StartError);
    const amina = await addPerson(app, "amina");
    await suspendAccount(app, administrator, amina);
    await expect(resetFactor(app, "amina@example.org")).rejects.toThrow("suspended");
    expect((await listInvitations(app)).links).toEqual([]);
  });
});
