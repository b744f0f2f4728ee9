import { expect, it } from "vitest";
import { setSuspension } from "#db/queries/accounts.ts";
import { limits } from "#server/services/accounts/limits.ts";
import {
  endOtherSessions,
  endSession,
  findSession,
  listSessions,
  signOut,
} from "#server/services/accounts/sessions.ts";
import { suspendAccount, unsuspendAccount } from "#server/services/invitations/administration.ts";
import {
  accountsApp,
  addFirstAdministrator,
  addPerson,
  sessionOf,
  signInAs,
} from "#tests/services/invitations/people.ts";
import { describeEngines } from "#tests/setup/engines.ts";

describeEngines("sessions", (openStore) => {
  async function open() {
    const app = accountsApp(await openStore());
    const administrator = await addFirstAdministrator(app);
    return { app, administrator };
  }
  const email = "karin@example.org";

  it("lets in with the right password, and names the account as it is now", async () => {
    const { app, administrator } = await open();
    const session = await findSession(app, await signInAs(app, { email }));
    expect(session?.account).toEqual({
      id: administrator,
      email,
      displayName: "Karin Holm",
      platformRole: "administrator",
    });
  });

  it("says the same to a wrong password as to an unknown address", async () => {
    const { app } = await open();
    const wrong = await signInAs(app, { email, password: "not this one" }).catch((error) => error);
    const unknown = await signInAs(app, { email: "nobody@example.org" }).catch((error) => error);
    expect(wrong).toMatchObject({ code: "wrong-credentials" });
    expect(unknown).toMatchObject({ code: "wrong-credentials", message: wrong.message });
  });

  it("does not keep the session's id itself", async () => {
    const { app } = await open();
    const sessionId = await signInAs(app, { email });
    const rows = await app.store.read((reader) => reader.q.select().from(reader.t.session));
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(sessionId);
  });

  it("ends at once by signing out", async () => {
    const { app } = await open();
    const sessionId = await signInAs(app, { email });
    await signOut(app, sessionId);
    await signOut(app, sessionId);
    expect(await findSession(app, sessionId)).toBeUndefined();
  });

  it("ends after 7 days without a visit", async () => {
    const { app } = await open();
    const sessionId = await signInAs(app, { email });
    app.clock.advance(limits.sessionIdle - 60_000);
    expect(await findSession(app, sessionId)).toBeDefined();
    app.clock.advance(limits.sessionIdle - 60_000);
    expect(await findSession(app, sessionId)).toBeDefined();
    app.clock.advance(limits.sessionIdle);
    expect(await findSession(app, sessionId)).toBeUndefined();
  });

  it("ends after 30 days however often it was used", async () => {
    const { app } = await open();
    const sessionId = await signInAs(app, { email });
    for (let day = 0; day < 29; day += 1) {
      app.clock.advance(24 * 60 * 60_000);
      expect(await findSession(app, sessionId)).toBeDefined();
    }
    app.clock.advance(24 * 60 * 60_000);
    expect(await findSession(app, sessionId)).toBeUndefined();
  });

  it("is listed to its owner, who can end each of the others", async () => {
    const { app } = await open();
    const mine = await sessionOf(app, email);
    await signInAs(app, { email });
    await signInAs(app, { email });
    const other = (await listSessions(app, mine)).find(({ isThisOne }) => !isThisOne);
    await endSession(app, mine.account.id, other?.ref ?? "");
    expect(await listSessions(app, mine)).toHaveLength(2);
    await endOtherSessions(app, mine);
    expect(await listSessions(app, mine)).toMatchObject([{ isThisOne: true }]);
  });

  it("cannot be ended by somebody else", async () => {
    const { app } = await open();
    const other = await addPerson(app, "amina");
    const mine = await sessionOf(app, email);
    await endSession(app, other, mine.ref);
    expect(await listSessions(app, mine)).toHaveLength(1);
  });

  it("ends at once when the account is suspended, and stays ended when it is let in again", async () => {
    const { app, administrator } = await open();
    const amina = await addPerson(app, "amina");
    const sessionId = await signInAs(app, { email: "amina@example.org" });
    await suspendAccount(app, administrator, amina);
    expect(await findSession(app, sessionId)).toBeUndefined();
    await expect(signInAs(app, { email: "amina@example.org" })).rejects.toMatchObject({
      code: "account-suspended",
    });
    await unsuspendAccount(app, administrator, amina);
    expect(await findSession(app, sessionId)).toBeUndefined();
    expect(await signInAs(app, { email: "amina@example.org" })).toBeDefined();
  });

  it("lets nobody in while the account is suspended, whoever forgot to end it", async () => {
    const { app, administrator } = await open();
    const sessionId = await signInAs(app, { email });
    await app.store.tx((tx) => setSuspension(tx, administrator, app.now()));
    expect(await findSession(app, sessionId)).toBeUndefined();
  });

  it("does not tell a suspended account from another to those without its password", async () => {
    const { app, administrator } = await open();
    const amina = await addPerson(app, "amina");
    await suspendAccount(app, administrator, amina);
    const attempt = signInAs(app, { email: "amina@example.org", password: "not this one" });
    await expect(attempt).rejects.toMatchObject({ code: "wrong-credentials" });
  });
});
