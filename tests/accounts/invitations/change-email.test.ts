import { expect, it, onTestFinished, vi } from "vitest";
import { findAccount, updateAccount } from "#db/queries/accounts.ts";
import { deleteAccount } from "#server/accounts/delete-account.ts";
import { acceptInvitation } from "#server/accounts/invitations/accept-invitation.ts";
import { suspendAccount } from "#server/accounts/invitations/administration.ts";
import {
  changeEmail,
  confirmEmailChange,
  requestEmailChange,
} from "#server/accounts/invitations/change-email.ts";
import { resetPassword } from "#server/accounts/invitations/change-password.ts";
import { describeInvitation } from "#server/accounts/invitations/describe-invitation.ts";
import { createEmailLink, createResetLink, invite } from "#server/accounts/invitations/invite.ts";
import { signInByProvider } from "#server/accounts/invitations/sign-in-by-provider.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { startMailServer } from "#tests/setup/mail-server.ts";
import { refused } from "#tests/setup/refusal.ts";
import { securityEventsOf } from "#tests/setup/security-events.ts";
import { accountsApp, addFirstAdministrator, addPerson, password, signInAs } from "./people.ts";

const hour = 60 * 60_000;

describeEngines("the e-mail address of an account", (openStore) => {
  const earlier = "amina@example.org";
  const wanted = "amina.diallo@example.org";

  async function open() {
    const app = accountsApp(await openStore());
    const karin = await addFirstAdministrator(app);
    const amina = { id: await addPerson(app, "amina"), email: earlier };
    const emailOf = async (id: string) => (await app.store.read((db) => findAccount(db, id)))?.email;
    return { app, karin, amina, emailOf };
  }

  async function openWithMail() {
    vi.stubEnv("NEXTAUTH_URL", "http://evenhand.example");
    const server = await startMailServer();
    onTestFinished(server.close);
    const { app, ...people } = await open();
    const mailing = { ...app, mailer: server.mailer() };
    const request = async (email = wanted) => {
      await requestEmailChange(mailing, people.amina, email);
      const mail = await server.take();
      return { mail, token: /\/invitation\/([\w-]{43})\n/.exec(mail.text)?.[1] ?? "" };
    };
    return { app: mailing, plain: app, server, request, ...people };
  }

  it("is changed by an administrator if mail is off", async () => {
    const { app, karin, amina, emailOf } = await open();
    const link = await createResetLink(app, karin, amina.id);
    await changeEmail(app, karin, { accountId: amina.id, email: wanted });
    expect(await signInAs(app, { email: wanted })).toBeDefined();
    await refused(signInAs(app, { email: earlier }), "wrong-credentials");
    const late = resetPassword(app, { token: link.token, password: `${password} again` });
    await refused(late, "invitation-invalid");
    const changed = { kind: "account.email-changed", actorId: karin };
    expect(await securityEventsOf(app, amina.id)).toContainEqual({ ...changed, studyId: null });

    const taken = changeEmail(app, karin, { accountId: amina.id, email: "karin@example.org" });
    const { message, problems } = await refused(taken, "email-taken");
    expect(problems).toEqual([{ field: "email", message }]);
    await refused(changeEmail(app, amina.id, { accountId: amina.id, email: "a@example.org" }), "forbidden");
    await refused(changeEmail(app, karin, { accountId: "unknown", email: "a@example.org" }), "not-found");
    await refused(requestEmailChange(app, amina, "a@example.org"), "mail-off");
    const before = await securityEventsOf(app, amina.id);
    await changeEmail(app, karin, { accountId: amina.id, email: wanted });
    expect(await securityEventsOf(app, amina.id), "no change, no event").toEqual(before);
    expect(await emailOf(amina.id)).toBe(wanted);
  });

  it("is changed by its owner only if mail is on, by a link mailed to the new address", async () => {
    const { app, karin, amina, emailOf, server, request } = await openWithMail();
    await app.store.tx((tx) => updateAccount(tx, amina.id, { language: "de" }));
    await refused(changeEmail(app, karin, { accountId: amina.id, email: wanted }), "forbidden");
    const { mail, token } = await request();
    expect(mail.to).toEqual([wanted]);
    expect(mail.headers.get("subject")).toBe("Bestätigen Sie Ihre neue E-Mail-Adresse für Evenhand");
    expect(await describeInvitation(app, token)).toMatchObject({ purpose: "change-email", email: wanted });
    expect(await emailOf(amina.id)).toBe(earlier);

    await refused(confirmEmailChange(app, karin, token), "invitation-invalid");
    expect(await confirmEmailChange(app, amina.id, token)).toEqual({ email: wanted });
    expect(await emailOf(amina.id)).toBe(wanted);
    const notice = await server.take();
    expect(notice.to).toEqual([earlier]);
    expect(notice.headers.get("subject")).toBe("Die E-Mail-Adresse Ihres Evenhand-Kontos wurde geändert");
    expect(notice.text).not.toContain(wanted);
    const kinds = (await securityEventsOf(app, amina.id)).map(({ kind, actorId }) => [kind, actorId]);
    expect(kinds).toEqual([
      ["link.made", amina.id],
      ["account.email-changed", amina.id],
    ]);
    await refused(confirmEmailChange(app, amina.id, token), "invitation-invalid");
  });

  it("does not reveal to its owner whether another account has the address", async () => {
    const { app, karin, amina, emailOf, request } = await openWithMail();
    const { mail, token } = await request("karin@example.org");
    expect(mail.to).toEqual(["karin@example.org"]);
    expect(mail.headers.get("subject")).toBe("Your e-mail address has an Evenhand account already");
    expect(token, "no link").toBe("");
    expect(mail.text).not.toContain("/invitation/");
    const ofTaken = await securityEventsOf(app, amina.id);
    await request();
    expect((await securityEventsOf(app, amina.id)).slice(1)).toEqual(ofTaken);
    expect([await emailOf(karin), await emailOf(amina.id)]).toEqual(["karin@example.org", earlier]);
    await refused(requestEmailChange(app, amina, earlier), "bad-input");
  });

  it("stays if another account got the new one meanwhile, or if the link is expired or unknown", async () => {
    const { app, plain, karin, amina, emailOf, request } = await openWithMail();
    const first = await request("first@example.org");
    const { token } = await request();
    await refused(confirmEmailChange(app, amina.id, first.token), "invitation-invalid");
    await refused(confirmEmailChange(app, amina.id, "unknown"), "invitation-invalid");
    await addPerson(plain, "amina.diallo");
    await refused(confirmEmailChange(app, amina.id, token), "email-taken");
    const late = await request("late@example.org");
    app.clock.advance(24 * hour);
    await refused(confirmEmailChange(app, amina.id, late.token), "invitation-invalid");
    expect(await describeInvitation(app, late.token)).toMatchObject({
      state: "expired",
      purpose: "change-email",
    });
    const last = await request("last@example.org");
    await suspendAccount(app, karin, amina.id);
    await refused(confirmEmailChange(app, amina.id, last.token), "invitation-invalid");
    expect(await emailOf(amina.id)).toBe(earlier);
  });

  it("is verified by the link mailed to it, and not by one mailed to an earlier address", async () => {
    vi.stubEnv("EVENHAND_SECOND_FACTOR", "none");
    const { app, plain, karin, server } = await openWithMail();
    const signInAt = async (email: string) => {
      const claims = { issuer: "https://login.example.org", subject: email, email, isEmailVerified: true };
      await signInByProvider(app, { ...claims, authenticatedAt: null }, "a browser");
      const rows = await app.store.read((db) => db.q.select().from(db.t.identity));
      return rows.find(({ subject }) => subject === email)?.accessEndedAt;
    };
    const join = async (email: string) => {
      const { token } = await invite(app, karin, { email, role: "operator", studyId: null });
      return (await acceptInvitation(app, { token, displayName: "Ben", password })).accountId;
    };
    const [ben, eva] = [await join("ben@example.org"), await join("eva@example.org")];
    await requestEmailChange(app, { id: ben, email: "ben@example.org" }, "ben@new.example");
    const token = /\/invitation\/([\w-]{43})\n/.exec((await server.take()).text)?.[1] ?? "";
    await confirmEmailChange(app, ben, token);
    await changeEmail(plain, karin, { accountId: eva, email: "eva@new.example" });
    expect(await signInAt("ben@new.example")).toBeNull();
    expect(await signInAt("eva@new.example")).toEqual(expect.any(Number));
  });

  it("is deleted with the account, and so are earlier ones", async () => {
    const { app, amina } = await open();
    for (const email of ["second@example.org", wanted]) {
      await confirmEmailChange(app, amina.id, (await createEmailLink(app, amina.id, email)).token);
    }
    await deleteAccount(app, amina.id, amina.id);
    const links = await app.store.read((db) => db.q.select().from(db.t.invitation));
    expect(links.map(({ email }) => email)).toEqual([null, null]);
  });
});
