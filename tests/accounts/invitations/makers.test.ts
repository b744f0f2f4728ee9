import { expect, it } from "vitest";
import { updateAccount } from "#db/queries/accounts.ts";
import { insertMembership, updateMembership } from "#db/queries/seats.ts";
import { listSecurityLines } from "#db/queries/security.ts";
import { acceptInvitation, joinWithAccount } from "#server/accounts/invitations/accept-invitation.ts";
import { suspendAccount, unsuspendAccount } from "#server/accounts/invitations/administration.ts";
import { resetPassword } from "#server/accounts/invitations/change-password.ts";
import {
  createEmailLink,
  createResetLink,
  invite,
  listInvitations,
} from "#server/accounts/invitations/invite.ts";
import { isOperator } from "#server/accounts/memberships.ts";
import { readSecurityLine } from "#server/audit-log/security/entry.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { refused } from "#tests/setup/refusal.ts";
import { accountsApp, addFirstAdministrator, addPerson, addStudy, password, sessionOf } from "./people.ts";

const planted = { email: "planted@example.org", role: "administrator", studyId: null } as const;
const sock = { displayName: "Sock", password };

describeEngines("the maker of a link", (openStore) => {
  async function open() {
    const app = accountsApp(await openStore());
    const administrator = await addFirstAdministrator(app);
    const maker = await addPerson(app, "maker", "administrator");
    const studyId = await addStudy(app, administrator);
    const row = {
      studyId,
      accountId: maker,
      role: "operator" as const,
      wayIn: "account" as const,
      createdAt: app.now(),
    };
    await app.store.tx((tx) => insertMembership(tx, row));
    return { app, administrator, maker, studyId };
  }

  it("when suspended loses all links: to join, to a study, and for a password", async () => {
    const { app, administrator, maker, studyId } = await open();
    const victim = await addPerson(app, "victim");
    const kept = await invite(app, administrator, { ...planted, email: "kept@example.org" });
    const join = await invite(app, maker, planted);
    const judge = await invite(app, maker, { email: "judge@example.org", role: "auditor", studyId });
    const reset = await createResetLink(app, maker, victim);
    await suspendAccount(app, administrator, maker);
    for (const { token } of [join, judge])
      await refused(acceptInvitation(app, { token, ...sock }), "invitation-invalid");
    await refused(resetPassword(app, { token: reset.token, password }), "invitation-invalid");
    expect((await listInvitations(app)).links).toMatchObject([{ email: "kept@example.org" }]);
    await unsuspendAccount(app, administrator, maker);
    await refused(acceptInvitation(app, { token: join.token, ...sock }), "invitation-invalid");
    await acceptInvitation(app, { token: kept.token, ...sock });
  });

  it("is in the security log, with the study or account that the link is for", async () => {
    const { app, administrator, maker, studyId } = await open();
    const victim = await addPerson(app, "victim");
    await invite(app, maker, planted);
    await invite(app, maker, { email: "judge@example.org", role: "auditor", studyId });
    await createResetLink(app, administrator, victim);
    await createEmailLink(app, victim, "moved@example.org");
    const lines = await app.store.read((db) => listSecurityLines(db, { after: 0, limit: 100 }));
    const made = lines.map(({ entry }) => readSecurityLine(entry)).filter(({ kind }) => kind === "link.made");
    expect(made.map(({ actor, account, study, detail }) => ({ actor, account, study, ...detail }))).toEqual([
      { actor: maker, account: null, study: null, purpose: "join", role: "administrator" },
      { actor: maker, account: null, study: studyId, purpose: "join", role: "auditor" },
      { actor: administrator, account: victim, study: null, purpose: "reset-password", role: null },
      { actor: victim, account: victim, study: null, purpose: "change-email", role: null },
    ]);
  });

  it("must still be an administrator when a platform role or a password link is accepted", async () => {
    const { app, maker } = await open();
    const victim = await addPerson(app, "victim");
    const reset = await createResetLink(app, maker, victim);
    const join = await invite(app, maker, { ...planted, email: "victim@example.org" });
    const session = await sessionOf(app, "victim@example.org");
    await app.store.tx((tx) => updateAccount(tx, maker, { platformRole: "operator" }));
    await refused(joinWithAccount(app, session, join.token), "invitation-invalid");
    await refused(resetPassword(app, { token: reset.token, password }), "invitation-invalid");
    await app.store.tx((tx) => updateAccount(tx, maker, { platformRole: "administrator" }));
    await joinWithAccount(app, session, join.token);
    await resetPassword(app, { token: reset.token, password });
  });

  it("must still operate the study when a role in it is accepted", async () => {
    const { app, maker, studyId } = await open();
    const { token } = await invite(app, maker, { email: "judge@example.org", role: "auditor", studyId });
    await app.store.tx((tx) => updateMembership(tx, { studyId, accountId: maker }, { endedAt: app.now() }));
    await refused(acceptInvitation(app, { token, ...sock }), "invitation-invalid");
  });

  it("must be the study's operator or an administrator, neither suspended nor ended", async () => {
    const { app, administrator, maker, studyId } = await open();
    const is = (accountId: string) => app.store.read((db) => isOperator(db, studyId, accountId));
    const researcher = await addPerson(app, "rana");
    const row = { studyId, accountId: researcher, wayIn: "account" as const, createdAt: app.now() };
    await app.store.tx((tx) => insertMembership(tx, { ...row, role: "researcher" }));
    const people = [administrator, maker, researcher, app.newId()];
    expect(await Promise.all(people.map(is))).toEqual([true, true, false, false]);
    await app.store.tx((tx) => updateAccount(tx, administrator, { suspendedAt: app.now() }));
    await app.store.tx((tx) => updateMembership(tx, { studyId, accountId: maker }, { endedAt: app.now() }));
    expect(await Promise.all(people.map(is))).toEqual([false, false, false, false]);
  });

  it("is suspended or the link is accepted, never both at once", async () => {
    const { app, administrator, maker } = await open();
    const { token } = await invite(app, maker, planted);
    const [joined] = await Promise.allSettled([
      acceptInvitation(app, { token, ...sock }),
      suspendAccount(app, administrator, maker),
    ]);
    const { links: open1 } = await listInvitations(app);
    expect(open1).toEqual([]);
    if (joined.status === "rejected") expect(joined.reason).toMatchObject({ code: "invitation-invalid" });
  });
});
