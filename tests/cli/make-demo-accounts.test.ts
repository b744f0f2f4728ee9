import { expect, it } from "vitest";
import { listSecurityLines } from "#db/queries/security.ts";
import { demoPassword } from "#server/accounts/demo-people.ts";
import { listAccounts } from "#server/accounts/invitations/administration.ts";
import { describeInvitation } from "#server/accounts/invitations/describe-invitation.ts";
import { issueFirstAdministratorToken, listInvitations } from "#server/accounts/invitations/invite.ts";
import { readSecurityLine } from "#server/audit-log/security/entry.ts";
import { demoAccounts } from "#server/cli/demo/make-accounts.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";

describeEngines("the demo's accounts", (openStore) => {
  it("leave no link open that makes an administrator", async () => {
    const app = testApp(await openStore());
    const token = await issueFirstAdministratorToken(app);
    if (token === null) throw new Error("an empty server offers the first administrator's link");
    await demoAccounts(app);
    expect((await listInvitations(app)).links).toEqual([]);
    expect(await describeInvitation(app, token)).toMatchObject({ state: "withdrawn", inviter: null });
  });

  it("are in the security log once, however often the demonstration is started", async () => {
    const app = testApp(await openStore());
    await demoAccounts(app);
    const accounts = await demoAccounts(app);
    const lines = await app.store.read((db) => listSecurityLines(db, { after: 0, limit: 100 }));
    const events = lines.map(({ entry }) => readSecurityLine(entry));
    expect(events.map(({ kind, actor, account }) => [kind, actor, account])).toEqual(
      accounts.map(({ accountId }) => ["demo.account-made", null, accountId]),
    );
    const rows = (await listAccounts(app)).accounts;
    expect(rows.map(({ email, displayName, platformRole }) => [email, displayName, platformRole])).toEqual([
      ["admin@demo.example", "Ada Admin", "administrator"],
      ["operator@demo.example", "Olu Operator", "operator"],
      ["auditor1@demo.example", "Amal", "member"],
      ["auditor2@demo.example", "Bruno", "member"],
      ["auditor3@demo.example", "Chiara", "member"],
      ["auditor4@demo.example", "Deniz", "member"],
      ["auditor5@demo.example", "Emre", "member"],
      ["researcher@demo.example", "Rana Researcher", "member"],
      ["observer@demo.example", "Oda Observer", "member"],
    ]);
    expect(accounts.map(({ role }) => role)).toEqual([
      ...[
        "administrator",
        "operator",
        "auditor",
        "auditor",
        "auditor",
        "auditor",
        "auditor",
        "researcher",
        "observer",
      ],
    ]);
    expect(demoPassword).toBe("evenhand-demo");
  });
});
