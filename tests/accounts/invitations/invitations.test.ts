import { expect, it } from "vitest";
import { insertInvitation } from "#db/queries/invitations.ts";
import { limits } from "#server/accounts/account-limits.ts";
import { acceptInvitation, joinWithAccount } from "#server/accounts/invitations/accept-invitation.ts";
import { listAccounts } from "#server/accounts/invitations/administration.ts";
import { resetPassword } from "#server/accounts/invitations/change-password.ts";
import { describeInvitation } from "#server/accounts/invitations/describe-invitation.ts";
import {
  createResetLink,
  invite,
  issueFirstAdministratorToken,
  listInvitations,
  withdrawInvitation,
} from "#server/accounts/invitations/invite.ts";
import { hashToken } from "#server/accounts/secret-tokens.ts";
import { findSession, listSessions } from "#server/accounts/sessions.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { refused } from "#tests/setup/refusal.ts";
import { roleIn } from "#tests/setup/role.ts";
import { securityEventsOf } from "#tests/setup/security-events.ts";
import {
  accountsApp,
  addFirstAdministrator,
  addPerson,
  addStudy,
  password,
  sessionOf,
  signInAs,
} from "./people.ts";

const amina = { displayName: "Amina Diallo", password };

describeEngines("invitations", (openStore) => {
  async function open() {
    const app = accountsApp(await openStore());
    const administrator = await addFirstAdministrator(app);
    return { app, administrator };
  }
  const toOperate = { email: "amina@example.org", role: "operator", studyId: null } as const;

  it("make an account with the invitation's address and role, once", async () => {
    const { app, administrator } = await open();
    const { token } = await invite(app, administrator, toOperate);
    const inviter = { name: "Karin Holm", email: "karin@example.org" };
    expect(await describeInvitation(app, token)).toEqual({
      ...{ state: "open", purpose: "join", role: "operator", studyName: null, decision: null },
      ...{ email: "amina@example.org", hasAccount: false, inviter, expiresAt: expect.any(Number) },
    });
    const { accountId } = await acceptInvitation(app, {
      ...{ token, ...amina, email: "another.person@example.org" },
    });
    expect(await securityEventsOf(app, accountId)).toEqual([
      { kind: "link.taken", actorId: accountId, studyId: null },
    ]);
    const made = await app.store.read((db) => db.q.select().from(db.t.securityEvent));
    const [event] = made.filter(({ kind }) => kind === "link.made");
    expect(event).toMatchObject({ actorId: administrator, accountId: null });
    expect(JSON.parse(event?.entry ?? "").detail).toEqual({ purpose: "join", role: "operator" });
    const { accounts } = await listAccounts(app);
    expect(accounts[1]).toMatchObject({ email: "amina@example.org", platformRole: "operator" });
    await expect(acceptInvitation(app, { token, ...amina })).rejects.toMatchObject({
      code: "invitation-invalid",
    });
    expect(await describeInvitation(app, token)).toEqual({ state: "used" });
  });

  it("store the token as a hash only", async () => {
    const { app, administrator } = await open();
    const { token } = await invite(app, administrator, toOperate);
    const rows = await app.store.read((reader) => reader.q.select().from(reader.t.invitation));
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it("make one account when one link is accepted several times at once", async () => {
    const { app, administrator } = await open();
    const { token } = await invite(app, administrator, toOperate);
    const all = await Promise.allSettled([1, 2, 3].map(() => acceptInvitation(app, { token, ...amina })));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await listAccounts(app)).accounts).toHaveLength(2);
  });

  it("make one account when two links to one address are accepted at once", async () => {
    const { app, administrator } = await open();
    const links = [
      await invite(app, administrator, toOperate),
      await invite(app, administrator, { ...toOperate, role: "administrator" }),
    ];
    const all = await Promise.allSettled(
      links.map(({ token }) => acceptInvitation(app, { token, ...amina })),
    );
    const codes = all.map((one) => (one.status === "rejected" ? one.reason.code : "joined"));
    expect(codes.sort()).toEqual(["email-taken", "joined"]);
    expect((await listInvitations(app)).links).toHaveLength(1);
  });

  it("expire after 7 days", async () => {
    const { app, administrator } = await open();
    const { token, expiresAt } = await invite(app, administrator, toOperate);
    expect(Math.abs(expiresAt - app.now() - limits.invitationLife)).toBeLessThan(1_000);
    const stateAt = async (now: number) =>
      (await describeInvitation({ ...app, now: () => now }, token)).state;
    expect([await stateAt(expiresAt - 1), await stateAt(expiresAt)]).toEqual(["open", "expired"]);
    app.clock.advance(limits.invitationLife);
    await expect(acceptInvitation(app, { token, ...amina })).rejects.toMatchObject({
      code: "invitation-invalid",
    });
    expect(await describeInvitation(app, token)).toEqual({
      state: "expired",
      purpose: "join",
      inviter: { name: "Karin Holm", email: "karin@example.org" },
    });
    expect((await listInvitations(app)).links).toEqual([]);
  });

  it("can be withdrawn", async () => {
    const { app, administrator } = await open();
    const { token } = await invite(app, administrator, toOperate);
    const [open1] = (await listInvitations(app)).links;
    await withdrawInvitation(app, open1?.ref ?? "");
    await expect(acceptInvitation(app, { token, ...amina })).rejects.toMatchObject({
      code: "invitation-invalid",
    });
    await expect(withdrawInvitation(app, open1?.ref ?? "")).rejects.toMatchObject({
      code: "invitation-invalid",
    });
    expect(await describeInvitation(app, token)).toEqual({
      state: "withdrawn",
      purpose: "join",
      inviter: { name: "Karin Holm", email: "karin@example.org" },
    });
  });

  it("stay usable if their address already has an account", async () => {
    const { app, administrator } = await open();
    await addPerson(app, "amina");
    const { token } = await invite(app, administrator, { ...toOperate, role: "administrator" });
    await expect(acceptInvitation(app, { token, ...amina })).rejects.toMatchObject({ code: "email-taken" });
    expect(await describeInvitation(app, token)).toMatchObject({ state: "open", hasAccount: true });
    const elsewhere = await signInAs(app, { email: "amina@example.org" });
    const here = await sessionOf(app, "amina@example.org");
    const { sessionId } = await joinWithAccount(app, here, token);
    expect((await listAccounts(app)).accounts[1]).toMatchObject({ platformRole: "administrator" });
    // The role is new, so the session gets a new id, and every other session ends.
    expect(await findSession(app, elsewhere)).toBeUndefined();
    expect(await listSessions(app, here)).toHaveLength(1);
    expect((await findSession(app, sessionId ?? ""))?.account.platformRole).toBe("administrator");
  });

  it("keep the role of an account that already has it or is an administrator", async () => {
    const { app, administrator } = await open();
    await addPerson(app, "amina");
    const again = await invite(app, administrator, toOperate);
    const lower = await invite(app, administrator, { ...toOperate, email: "karin@example.org" });
    for (const [email, { token }, role] of [
      ["amina@example.org", again, "operator"],
      ["karin@example.org", lower, "administrator"],
    ] as const) {
      const session = await sessionOf(app, email);
      const elsewhere = await signInAs(app, { email });
      expect(await joinWithAccount(app, session, token)).toEqual({ studyId: null, sessionId: null });
      expect((await findSession(app, elsewhere))?.account.platformRole).toBe(role);
      expect((await securityEventsOf(app, session.account.id)).at(-1)).toEqual({
        ...{ kind: "link.taken", actorId: session.account.id, studyId: null },
      });
      await refused(joinWithAccount(app, session, token), "invitation-invalid");
      expect(await describeInvitation(app, token)).toEqual({ state: "used" });
    }
  });

  it("give a role in a study, and only one", async () => {
    const { app, administrator } = await open();
    const studyId = await addStudy(app, administrator);
    const toJudge = { email: "amina@example.org", role: "auditor", studyId } as const;
    const first = await invite(app, administrator, toJudge);
    expect(await describeInvitation(app, first.token)).toMatchObject({
      ...{ role: "auditor", studyName: "Small loans", hasAccount: false },
      decision: expect.any(String),
    });
    const { accountId } = await acceptInvitation(app, { token: first.token, ...amina });
    expect(await roleIn(app, studyId, accountId)).toBe("auditor");
    expect((await listAccounts(app)).accounts[1]).toMatchObject({ platformRole: "member" });

    const session = await sessionOf(app, "amina@example.org");
    const again = await invite(app, administrator, toJudge);
    expect(await joinWithAccount(app, session, again.token)).toEqual({ studyId, sessionId: null });
    const other = await invite(app, administrator, { ...toJudge, role: "researcher" });
    await expect(joinWithAccount(app, session, other.token)).rejects.toMatchObject({ code: "role-conflict" });
    expect(await roleIn(app, studyId, accountId)).toBe("auditor");
  });

  it("are for the invited address only", async () => {
    const { app, administrator } = await open();
    const { token } = await invite(app, administrator, toOperate);
    const session = await sessionOf(app, "karin@example.org");
    await expect(joinWithAccount(app, session, token)).rejects.toMatchObject({ code: "forbidden" });
  });

  it("refuse an unknown token", async () => {
    const { app } = await open();
    expect(await describeInvitation(app, "x".repeat(43))).toEqual({ state: "unknown" });
  });

  it("cannot be accepted with a reset link, and an invitation resets no password", async () => {
    const { app, administrator } = await open();
    const accountId = await addPerson(app, "amina");
    const reset = await createResetLink(app, administrator, accountId);
    const join = await invite(app, administrator, { ...toOperate, email: "b@example.org" });
    const invalid = { code: "invitation-invalid" };
    await expect(acceptInvitation(app, { token: reset.token, ...amina })).rejects.toMatchObject(invalid);
    await expect(resetPassword(app, { token: join.token, password })).rejects.toMatchObject(invalid);
    expect(await describeInvitation(app, reset.token)).toMatchObject({ state: "open" });
    expect(await describeInvitation(app, join.token)).toMatchObject({ state: "open" });
  });
});

describeEngines("the first administrator's link", (openStore) => {
  const karin = { displayName: "Karin Holm", email: "karin@example.org", password };

  it("is replaced at each start, and the earlier ones stop working", async () => {
    const app = accountsApp(await openStore());
    const first = await issueFirstAdministratorToken(app);
    const second = await issueFirstAdministratorToken(app);
    await expect(acceptInvitation(app, { token: first ?? "", ...karin })).rejects.toMatchObject({
      code: "invitation-invalid",
    });
    await acceptInvitation(app, { token: second ?? "", ...karin });
    expect((await listAccounts(app)).accounts).toMatchObject([{ platformRole: "administrator" }]);
    expect(await signInAs(app, { email: karin.email })).toBeDefined();
  });

  it("is not issued once an account exists", async () => {
    const app = accountsApp(await openStore());
    await addFirstAdministrator(app);
    expect(await issueFirstAdministratorToken(app)).toBeNull();
  });

  it("is void once the first administrator exists", async () => {
    const app = accountsApp(await openStore());
    const token = (await issueFirstAdministratorToken(app)) ?? "";
    expect(await describeInvitation(app, token)).toMatchObject({
      ...{ state: "open", role: "administrator", email: null, hasAccount: false, inviter: null },
    });
    const invitation = { purpose: "join", role: "administrator", isMailed: false } as const;
    const [createdAt, other] = [app.now(), "a token of another server"];
    await app.store.tx((tx) =>
      insertInvitation(tx, {
        ...{
          ...invitation,
          tokenHash: hashToken(other),
          createdAt,
          expiresAt: createdAt + limits.invitationLife,
        },
      }),
    );
    await acceptInvitation(app, { token, ...karin });
    expect(await describeInvitation(app, other)).toEqual({
      state: "withdrawn",
      purpose: "join",
      inviter: null,
    });
    const late = "a token that was not withdrawn";
    await app.store.tx((tx) =>
      insertInvitation(tx, {
        ...{
          ...invitation,
          tokenHash: hashToken(late),
          createdAt,
          expiresAt: createdAt + limits.invitationLife,
        },
      }),
    );
    const second = acceptInvitation(app, { token: late, ...karin, email: "late@example.org" });
    await refused(second, "invitation-invalid");
  });

  it("cannot be accepted by a signed-in account", async () => {
    const app = accountsApp(await openStore());
    await addPerson(app, "olu");
    const session = await sessionOf(app, "olu@example.org");
    const token = (await issueFirstAdministratorToken(app)) ?? "";
    await refused(joinWithAccount(app, session, token), "forbidden");
    const [olu] = (await listAccounts(app)).accounts;
    expect(olu?.platformRole).toBe("operator");
    expect(await describeInvitation(app, token)).toMatchObject({ state: "open" });
  });

  it("requires an address, since it was sent to none", async () => {
    const app = accountsApp(await openStore());
    const token = (await issueFirstAdministratorToken(app)) ?? "";
    const { email, ...rest } = karin;
    const { problems } = await refused(acceptInvitation(app, { token, ...rest }), "bad-input");
    expect(problems).toEqual([
      { field: "email", message: "Enter the e-mail address you want to sign in with." },
    ]);
    await acceptInvitation(app, { token, ...rest, email });
  });
});
