import { expect, it } from "vitest";
import { insertAccount } from "#db/queries/accounts.ts";
import { insertInvitation } from "#db/queries/invitations.ts";
import { acceptInvitation, joinWithAccount } from "#server/accounts/invitations/accept-invitation.ts";
import {
  listAccounts,
  suspendAccount,
  takeRole,
  unsuspendAccount,
} from "#server/accounts/invitations/administration.ts";
import { resetPassword } from "#server/accounts/invitations/change-password.ts";
import { createResetLink, invite, listInvitations } from "#server/accounts/invitations/invite.ts";
import { findSession } from "#server/accounts/sessions.ts";
import { holderOf, withAuthenticator } from "#tests/accounts/factors/people.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { refused } from "#tests/setup/refusal.ts";
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

describeEngines("administration", (openStore) => {
  async function open() {
    const app = accountsApp(await openStore());
    return { app, administrator: await addFirstAdministrator(app) };
  }

  it("pages through accounts and open links, and finds accounts by name or address", async () => {
    const { app, administrator } = await open();
    const count = 99;
    await app.store.tx(async (tx) => {
      for (let index = 0; index < count; index += 1) {
        const id = app.newId();
        const email = `person-${index}@example.org`;
        const row = { id, email, displayName: `Person ${index}`, passwordHash: "none", createdAt: app.now() };
        await insertAccount(tx, { ...row, platformRole: "member" });
      }
      // a last page that is full is still the last one
      for (let index = 0; index <= count; index += 1) {
        await insertInvitation(tx, {
          tokenHash: index.toString(16).padStart(64, "0"),
          purpose: "join",
          role: "operator",
          email: `link-${index}@example.org`,
          isMailed: false,
          invitedBy: administrator,
          createdAt: app.now() + Math.floor(index / 2),
          expiresAt: app.now() + 1_000,
        });
      }
    });
    const emails: string[] = [];
    for (let after: string | undefined, pages = 1; ; pages += 1) {
      const page = await listAccounts(app, { after });
      emails.push(...page.accounts.map(({ email }) => email));
      expect(page.accounts.length).toBeLessThanOrEqual(50);
      if (page.next === null) {
        expect(pages).toBe(2);
        break;
      }
      after = page.next;
    }
    const people = Array.from({ length: count }, (_, index) => `person-${index}@example.org`);
    expect(emails.toSorted()).toEqual(["karin@example.org", ...people].toSorted());
    const { accounts } = await listAccounts(app, { search: "PERSON 1" });
    expect(accounts.map(({ displayName }) => displayName).toSorted()).toEqual(
      ["Person 1", ...Array.from({ length: 10 }, (_, digit) => `Person 1${digit}`)].toSorted(),
    );
    const links: string[] = [];
    for (let after: string | undefined, pages = 1; ; pages += 1) {
      const page = await listInvitations(app, { after });
      links.push(...page.links.map(({ email }) => email ?? ""));
      expect(page.links).toHaveLength(50);
      if (page.next === null) {
        expect(pages).toBe(2);
        break;
      }
      after = page.next;
    }
    expect(links).toEqual(
      Array.from({ length: count + 1 }, (_, index) => `link-${count - index}@example.org`),
    );
    const [firstAccounts, firstLinks] = [await listAccounts(app), await listInvitations(app)];
    expect(await listAccounts(app, { after: app.newId() })).toEqual(firstAccounts);
    expect(await listInvitations(app, { after: "f".repeat(64) })).toEqual(firstLinks);
  });

  it("shows for each account its second factor, and who last reset its password", async () => {
    const { app, administrator } = await open();
    const [amina, bea] = [await addPerson(app, "amina"), await addPerson(app, "bea")];
    await withAuthenticator(app, await holderOf(app, "bea@example.org"));
    const reset = async (next: string) => {
      const { token } = await createResetLink(app, administrator, amina);
      await resetPassword(app, { token, password: next });
    };
    await reset(password);
    app.clock.advance(60_000);
    const before = app.now();
    await reset("an entirely new one");
    const { accounts } = await listAccounts(app);
    const shown = accounts.map(({ id, hasFactor, lastReset }) => ({ id, hasFactor, lastReset }));
    const lastReset = { at: expect.toSatisfy((at: number) => at > before), makerName: "Karin Holm" };
    expect(shown).toEqual([
      { id: administrator, hasFactor: false, lastReset: null },
      { id: amina, hasFactor: false, lastReset },
      { id: bea, hasFactor: true, lastReset: null },
    ]);
  });

  it("records each action in the security log once, with its administrator", async () => {
    const { app, administrator } = await open();
    const other = await addPerson(app, "amina", "administrator");
    for (const act of [suspendAccount, unsuspendAccount, takeRole]) {
      await act(app, administrator, other);
      await act(app, administrator, other);
    }
    const by = { actorId: administrator, studyId: null };
    expect(await securityEventsOf(app, other)).toEqual([
      { kind: "account.suspended", ...by },
      { kind: "account.unsuspended", ...by },
      { kind: "role.taken", ...by },
    ]);
  });

  it("does not let administrators suspend themselves", async () => {
    const { app, administrator } = await open();
    const attempt = suspendAccount(app, administrator, administrator);
    await expect(attempt).rejects.toMatchObject({ code: "role-conflict" });
  });

  it("keeps one administrator when two suspend each other simultaneously", async () => {
    const { app, administrator } = await open();
    const other = await addPerson(app, "amina", "administrator");
    const both = await Promise.allSettled([
      suspendAccount(app, administrator, other),
      suspendAccount(app, other, administrator),
    ]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const active = (await listAccounts(app)).accounts.filter(({ suspendedAt }) => suspendedAt === null);
    expect(active).toHaveLength(1);
  });

  it("refuses accounts that are not administrators", async () => {
    const { app, administrator } = await open();
    const operator = await addPerson(app, "amina");
    const forbidden = { code: "forbidden" };
    await expect(suspendAccount(app, operator, administrator)).rejects.toMatchObject(forbidden);
  });

  it("suspends an account once if repeated, and withdraws its reset links", async () => {
    const { app, administrator } = await open();
    const operator = await addPerson(app, "amina");
    const { token } = await createResetLink(app, administrator, operator);
    await suspendAccount(app, administrator, operator);
    const [, first] = (await listAccounts(app)).accounts;
    await suspendAccount(app, administrator, operator);
    expect((await listAccounts(app)).accounts[1]).toEqual(first);
    await expect(resetPassword(app, { token, password })).rejects.toMatchObject({
      code: "invitation-invalid",
    });
  });

  it("refuses unknown accounts", async () => {
    const { app, administrator } = await open();
    const missing = { code: "not-found" };
    await expect(suspendAccount(app, administrator, app.newId())).rejects.toMatchObject(missing);
    await expect(unsuspendAccount(app, administrator, app.newId())).rejects.toMatchObject(missing);
  });

  it("takes a role, which withdraws the links made with it and ends the account's sessions", async () => {
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
    expect((await listAccounts(app)).accounts.find(({ id }) => id === other)?.platformRole).toBe("member");
    expect(await findSession(app, session)).toBeUndefined();
    const sock = { displayName: "Sock", password };
    await refused(acceptInvitation(app, { token: join.token, ...sock }), "invitation-invalid");
    await refused(resetPassword(app, { token: reset.token, password }), "invitation-invalid");
    // The account still operates the study, so its links work.
    await acceptInvitation(app, { token: judge.token, ...sock });
    await takeRole(app, administrator, other);
    const again = await invite(app, administrator, { ...planted, email: "amina@example.org" });
    await joinWithAccount(app, await sessionOf(app, "amina@example.org"), again.token);
    expect((await listAccounts(app)).accounts.find(({ id }) => id === other)?.platformRole).toBe(
      "administrator",
    );
  });

  it("keeps one administrator when two take each other's role", async () => {
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
    const left = (await listAccounts(app)).accounts.filter(
      ({ platformRole }) => platformRole === "administrator",
    );
    expect(left).toHaveLength(1);
  });
});
