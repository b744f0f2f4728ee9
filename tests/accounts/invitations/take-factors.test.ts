import { expect, it, onTestFinished, vi } from "vitest";
import { findProgram } from "#server/accounts/api-tokens/find-program.ts";
import { makeToken } from "#server/accounts/api-tokens/personal-tokens.ts";
import { findKnownDevice, rememberDevice } from "#server/accounts/devices.ts";
import { readFactors } from "#server/accounts/factors/own-factors.ts";
import { resetPassword } from "#server/accounts/invitations/change-password.ts";
import { createResetLink } from "#server/accounts/invitations/invite.ts";
import { dismissPasswordNotice, listPasswordNotices } from "#server/accounts/invitations/password-notices.ts";
import { takeFactors } from "#server/accounts/invitations/take-factors.ts";
import { findSession, findSessionStatus } from "#server/accounts/sessions.ts";
import { holderOf, withPasskey } from "#tests/accounts/factors/people.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { startMailServer } from "#tests/setup/mail-server.ts";
import { refused } from "#tests/setup/refusal.ts";
import { accountsApp, addFirstAdministrator, addPerson, password, signInAs } from "./people.ts";

describeEngines("another account's lost second factor", (openStore) => {
  const email = "amina@example.org";

  /** Karin is an administrator; Amina has a passkey and a session. */
  async function open(role: "administrator" | "operator" = "administrator") {
    vi.stubEnv("EVENHAND_SECOND_FACTOR", "administrators");
    vi.stubEnv("NEXTAUTH_URL", "http://localhost:3000");
    const app = accountsApp(await openStore());
    const karin = { id: await addFirstAdministrator(app), displayName: "Karin Holm" };
    const amina = await addPerson(app, "amina", role);
    const holder = await holderOf(app, email);
    const { sessionId } = await withPasskey(app, holder);
    const kinds = async () => {
      const events = await app.store.read((db) => db.q.select().from(db.t.securityEvent));
      return events.filter(({ kind }) => kind === "factor.taken");
    };
    return { app, karin, amina, sessionId: sessionId ?? holder.sessionId, kinds };
  }

  it("is removed, and its owner signs in by password and sets up a new one if the rule requires it", async () => {
    const { app, karin, amina, sessionId, kinds } = await open();
    const { token } = await createResetLink(app, karin.id, amina);
    const device = "a device that was known";
    await app.store.tx((tx) => rememberDevice(app, tx, amina, device));
    const wanted = { name: "Script", studyId: null, scopes: [], days: 1 };
    const program = await makeToken(app, amina, wanted);
    await takeFactors(app, karin, amina);
    await refused(findProgram(app, program.token), "token-unknown");
    expect(await findKnownDevice(app, email, device)).toBeNull();
    expect(await findSession(app, sessionId)).toBeUndefined();
    await refused(resetPassword(app, { token, password: "an entirely new one" }), "invitation-invalid");
    const { waiting } = await findSessionStatus(app, await signInAs(app, { email, password }));
    expect(waiting?.owes).toBe("set-up");
    expect(await kinds()).toMatchObject([{ actorId: karin.id, accountId: amina }]);
  });

  it("need not be replaced if the rule does not require one", async () => {
    const { app, karin, amina } = await open("operator");
    await takeFactors(app, karin, amina);
    expect(await findSession(app, await signInAs(app, { email, password }))).toBeDefined();
    const { account } = await holderOf(app, email);
    expect(await readFactors(app, { account })).toMatchObject({ factors: [], recoveryCodeCount: 0 });
  });

  it("is reported to its owner until dismissed, and by mail", async () => {
    const { app, karin, amina } = await open();
    const server = await startMailServer();
    onTestFinished(server.close);
    await takeFactors({ ...app, mailer: server.mailer() }, karin, amina);
    const mail = await server.take();
    expect(mail.to).toEqual([email]);
    expect(mail.headers.get("subject")).toBe("Your second factor for Evenhand was removed");
    expect(mail.text).toContain("Karin Holm removed the second factors and recovery codes of your account.");
    expect(mail.text).toContain("and an administrator other than Karin Holm.");
    const [notice] = await listPasswordNotices(app, amina);
    expect(notice).toMatchObject({ ref: "second-factor", makerName: "Karin Holm", usedAt: null });
    await dismissPasswordNotice(app, karin.id, "second-factor");
    expect(await listPasswordNotices(app, amina)).toHaveLength(1);
    await dismissPasswordNotice(app, amina, "second-factor");
    expect(await listPasswordNotices(app, amina)).toEqual([]);
  });

  it("is removed by another administrator only, and only if there is one", async () => {
    const { app, karin, amina, sessionId, kinds } = await open("operator");
    await refused(takeFactors(app, karin, karin.id), "role-conflict");
    await refused(takeFactors(app, { id: amina, displayName: "Amina" }, karin.id), "forbidden");
    await refused(takeFactors(app, karin, app.newId()), "not-found");
    expect(await findSession(app, sessionId)).toBeDefined();
    expect(await kinds()).toEqual([]);
    await takeFactors(app, karin, amina);
    await takeFactors(app, karin, amina);
    expect(await kinds()).toHaveLength(1);
  });
});
