import { expect, it, onTestFinished } from "vitest";
import { findKnownDevice } from "#server/accounts/devices.ts";
import { changePassword, resetPassword } from "#server/accounts/invitations/change-password.ts";
import { createResetLink } from "#server/accounts/invitations/invite.ts";
import { dismissPasswordNotice, listPasswordNotices } from "#server/accounts/invitations/password-notices.ts";
import { findSession } from "#server/accounts/sessions.ts";
import { signIn } from "#server/accounts/sign-in.ts";
import { formatUtcMoment } from "#server/format.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { startMailServer } from "#tests/setup/mail-server.ts";
import { refused } from "#tests/setup/refusal.ts";
import { securityEventsOf } from "#tests/setup/security-events.ts";
import { accountsApp, addFirstAdministrator, addPerson, password, sessionOf, signInAs } from "./people.ts";

describeEngines("passwords", (openStore) => {
  const email = "karin@example.org";
  const next = "an entirely new one";
  const change = { present: password, next, network: "192.0.2.1" };

  async function open() {
    const app = accountsApp(await openStore());
    return { app, administrator: await addFirstAdministrator(app) };
  }

  it("can be changed, which ends all other sessions and gives this one a new id", async () => {
    const { app } = await open();
    const elsewhere = await signInAs(app, { email });
    const hereId = await signInAs(app, { email });
    const here = await findSession(app, hereId);
    if (here === undefined) throw new Error("no session");
    const { sessionId } = await changePassword(app, here, change);
    const attempts = await app.store.read((db) => db.q.select().from(db.t.attempt));
    expect(new Set(attempts.map(({ count }) => count)), "none of it was a failure").toEqual(new Set([0]));
    expect((await findSession(app, sessionId))?.account.email).toBe(email);
    expect(await findSession(app, hereId)).toBeUndefined();
    expect(await findSession(app, elsewhere)).toBeUndefined();
    await expect(signInAs(app, { email })).rejects.toMatchObject({ code: "wrong-credentials" });
    expect(await signInAs(app, { email, password: next })).toBeDefined();
    const administrator = here.account.id;
    const kinds = (await securityEventsOf(app, administrator)).filter(({ kind }) => kind.startsWith("pass"));
    expect(kinds).toEqual([{ kind: "password.changed", actorId: administrator, studyId: null }]);
  });

  it("forget all devices but this one when changed", async () => {
    const { app } = await open();
    const signInHere = () => signIn(app, { email, password, network: "192.0.2.1", userAgent: "a test" });
    const [elsewhere, here] = [await signInHere(), await signInHere()];
    const session = await findSession(app, here.sessionId);
    if (session === undefined) throw new Error("no session");
    expect(await findKnownDevice(app, email, elsewhere.device)).not.toBeNull();
    await changePassword(app, session, { ...change, device: here.device });
    expect(await findKnownDevice(app, email, elsewhere.device)).toBeNull();
    expect(await findKnownDevice(app, email, here.device)).not.toBeNull();
    const invented = "x".repeat(43);
    const again = await sessionOf(app, email, next);
    await changePassword(app, again, { ...change, present: next, next: `${next} again`, device: invented });
    expect(await findKnownDevice(app, email, invented)).toBeNull();
  });

  it("require the present one to be changed, and wrong guesses must wait", async () => {
    const { app } = await open();
    const here = await sessionOf(app, email);
    const guess = () => changePassword(app, here, { ...change, present: "a guess" });
    for (let time = 0; time < 5; time += 1) {
      const { message, problems } = await refused(guess(), "wrong-credentials");
      expect(problems).toEqual([{ field: "present", message }]);
    }
    await expect(guess()).rejects.toMatchObject({ code: "too-many-attempts" });
  });

  it("are changed by one of two simultaneous changes", async () => {
    const { app } = await open();
    const here = await sessionOf(app, email);
    const both = await Promise.allSettled(
      ["this is one of the new", "and that is the other"].map((word) =>
        changePassword(app, here, { ...change, next: word }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("must not be common, nor contain the name of the account or of the product", async () => {
    const { app, administrator } = await open();
    const accountId = await addPerson(app, "amina");
    const here = await sessionOf(app, "amina@example.org");
    const { token } = await createResetLink(app, administrator, accountId);
    for (const word of ["password-password", "Amina likes the sea", "my Evenhand account"]) {
      const changed = await refused(changePassword(app, here, { ...change, next: word }), "bad-input");
      expect(changed.problems[0]?.field).toBe("next");
      const reset = await refused(resetPassword(app, { token, password: word }), "bad-input");
      expect(reset.problems).toEqual([{ field: "password", message: changed.message }]);
    }
    expect(await signInAs(app, { email: "amina@example.org" })).toBeDefined();
    await resetPassword(app, { token, password: next });
  });

  it("can be reset by an administrator's link, once, which ends all sessions", async () => {
    const { app, administrator } = await open();
    const accountId = await addPerson(app, "amina");
    const sessionId = await signInAs(app, { email: "amina@example.org" });
    const old = await createResetLink(app, administrator, accountId);
    const { token } = await createResetLink(app, administrator, accountId);
    const invalid = { code: "invitation-invalid" };
    await expect(resetPassword(app, { token: old.token, password: next })).rejects.toMatchObject(invalid);
    await resetPassword(app, { token, password: next });
    await expect(resetPassword(app, { token, password: next })).rejects.toMatchObject(invalid);
    expect(await findSession(app, sessionId)).toBeUndefined();
    expect(await signInAs(app, { email: "amina@example.org", password: next })).toBeDefined();
  });

  it("void open reset links when changed or reset", async () => {
    const { app, administrator } = await open();
    const accountId = await addPerson(app, "amina");
    const planted = await createResetLink(app, administrator, accountId);
    await changePassword(app, await sessionOf(app, "amina@example.org"), change);
    const invalid = { code: "invitation-invalid" };
    await expect(resetPassword(app, { token: planted.token, password: next })).rejects.toMatchObject(invalid);
    expect(await signInAs(app, { email: "amina@example.org", password: next })).toBeDefined();
  });

  it("tell their owner who reset them and when, until dismissed", async () => {
    const { app, administrator } = await open();
    const [amina, bea] = [await addPerson(app, "amina"), await addPerson(app, "bea")];
    const madeAt = app.now();
    const { token } = await createResetLink(app, administrator, amina);
    app.clock.advance(60_000);
    const server = await startMailServer();
    onTestFinished(server.close);
    await resetPassword({ ...app, mailer: server.mailer() }, { token, password: next });
    const mail = await server.take();
    expect(mail.to).toEqual(["amina@example.org"]);
    expect(mail.text).toContain(`by a link that Karin Holm made on ${formatUtcMoment(madeAt)}.`);
    const [notice, ...more] = await listPasswordNotices(app, amina);
    expect([more, await listPasswordNotices(app, bea)]).toEqual([[], []]);
    expect(notice).toEqual({
      ...{ ref: expect.any(String), makerName: "Karin Holm" },
      madeAt: expect.toSatisfy((at: number) => at > madeAt && at < madeAt + 1_000),
      usedAt: expect.toSatisfy((at: number) => at > madeAt + 60_000),
    });
    const { ref = "" } = notice ?? {};
    await dismissPasswordNotice(app, bea, ref);
    expect(await listPasswordNotices(app, amina)).toHaveLength(1);
    await dismissPasswordNotice(app, amina, ref);
    expect(await listPasswordNotices(app, amina)).toEqual([]);
  });

  it("can be reset for a day and no longer", async () => {
    const { app, administrator } = await open();
    const accountId = await addPerson(app, "amina");
    const { token, expiresAt } = await createResetLink(app, administrator, accountId);
    expect(Math.abs(expiresAt - app.now() - 24 * 60 * 60_000)).toBeLessThan(1_000);
    app.clock.advance(24 * 60 * 60_000);
    await expect(resetPassword(app, { token, password: next })).rejects.toMatchObject({
      code: "invitation-invalid",
    });
  });

  it("forget all devices when reset", async () => {
    const { app, administrator } = await open();
    const accountId = await addPerson(app, "amina");
    await signInAs(app, { email: "amina@example.org" });
    const { token } = await createResetLink(app, administrator, accountId);
    await resetPassword(app, { token, password: next });
    expect(await app.store.read((db) => db.q.select().from(db.t.device))).toEqual([]);
  });

  it("cannot be reset for an unknown account", async () => {
    const { app, administrator } = await open();
    const link = createResetLink(app, administrator, app.newId());
    await expect(link).rejects.toMatchObject({ code: "not-found" });
  });
});
