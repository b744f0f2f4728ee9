import { expect, it } from "vitest";
import { findSession } from "#server/services/accounts/sessions.ts";
import { acceptInvitation, joinWithAccount } from "#server/services/invitations/accept-invitation.ts";
import {
  listAccounts,
  suspendAccount,
  takeRole,
  unsuspendAccount,
} from "#server/services/invitations/administration.ts";
import { resetPassword } from "#server/services/invitations/change-password.ts";
import { createResetLink, invite } from "#server/services/invitations/invite.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { refused } from "#tests/setup/refusal.ts";
import {
  accountsApp,
  addFirstAdministrator,
  addPerson,
  addStudy,
  password,
  sessionOf,
  signInAs,
} from "./people.ts";

describeEngines("administration", (openStore) => {
  async function open() {
    const app = accountsApp(await openStore());
    return { app, administrator: await addFirstAdministrator(app) };
  }

  it("does not let an administrator suspend themselves", async () => {
    const { app, administrator } = await open();
    const attempt = suspendAccount(app, administrator, administrator);
    await expect(attempt).rejects.toMatchObject({ code: "role-conflict" });
  });

  it("keeps one administrator when two suspend each other at the same moment", async () => {
    const { app, administrator } = await open();
    const other = await addPerson(app, "amina", "administrator");
    const both = await Promise.allSettled([
      suspendAccount(app, administrator, other),
      suspendAccount(app, other, administrator),
    ]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const active = (await listAccounts(app)).filter(({ suspendedAt }) => suspendedAt === null);
    expect(active).toHaveLength(1);
  });

  it("does not listen to somebody who is no administrator, or who is not one any more", async () => {
    const { app, administrator } = await open();
    const operator = await addPerson(app, "amina");
    const forbidden = { code: "forbidden" };
    await expect(suspendAccount(app, operator, administrator)).rejects.toMatchObject(forbidden);
  });

  it("suspends once, however often it is asked, and takes the reset links along", async () => {
    const { app, administrator } = await open();
    const operator = await addPerson(app, "amina");
    const { token } = await createResetLink(app, administrator, operator);
    await suspendAccount(app, administrator, operator);
    const [, first] = await listAccounts(app);
    await suspendAccount(app, administrator, operator);
    expect((await listAccounts(app))[1]).toEqual(first);
    await expect(resetPassword(app, { token, password })).rejects.toMatchObject({
      code: "invitation-invalid",
    });
  });

  it("knows only accounts that exist", async () => {
    const { app, administrator } = await open();
    const missing = { code: "not-found" };
    await expect(suspendAccount(app, administrator, app.newId())).rejects.toMatchObject(missing);
    await expect(unsuspendAccount(app, administrator, app.newId())).rejects.toMatchObject(missing);
  });

  it("takes a role: what it let somebody make stops working, and they are signed out", async () => {
    const { app, administrator } = await open();
    const other = await addPerson(app, "amina", "administrator");
    const victim = await addPerson(app, "victim");
    const session = await signInAs(app, { email: "amina@example.org" });
    const planted = { email: "planted@example.org", role: "administrator", studyId: null } as const;
    const join = await invite(app, other, planted);
    const reset = await createResetLink(app, other, victim);
    const studyId = await addStudy(app, other);
    const judge = await invite(app, other, { email: "judge@example.org", role: "auditor", studyId });
    await takeRole(app, administrator, other);
    expect((await listAccounts(app)).find(({ id }) => id === other)?.platformRole).toBe("member");
    expect(await findSession(app, session)).toBeUndefined();
    const sock = { displayName: "Sock", password };
    await refused(acceptInvitation(app, { token: join.token, ...sock }), "invitation-invalid");
    await refused(resetPassword(app, { token: reset.token, password }), "invitation-invalid");
    // The study is still theirs, and so are its links.
    await acceptInvitation(app, { token: judge.token, ...sock });
    await takeRole(app, administrator, other);
    const again = await invite(app, administrator, { ...planted, email: "amina@example.org" });
    await joinWithAccount(app, await sessionOf(app, "amina@example.org"), again.token);
    expect((await listAccounts(app)).find(({ id }) => id === other)?.platformRole).toBe("administrator");
  });

  it("leaves an administrator, however two take each other's role", async () => {
    const { app, administrator } = await open();
    const other = await addPerson(app, "amina", "administrator");
    await refused(takeRole(app, administrator, administrator), "role-conflict");
    const operator = await addPerson(app, "olga");
    await refused(takeRole(app, operator, administrator), "forbidden");
    await refused(takeRole(app, administrator, app.newId()), "not-found");
    const both = await Promise.allSettled([
      takeRole(app, administrator, other),
      takeRole(app, other, administrator),
    ]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const left = (await listAccounts(app)).filter(({ platformRole }) => platformRole === "administrator");
    expect(left).toHaveLength(1);
  });
});
