import { expect, it } from "vitest";
import { listSecurityLines } from "#db/queries/security.ts";
import { demoAccounts } from "#server/cli/demo/accounts.ts";
import { readSecurityLine } from "#server/log/security/entry.ts";
import { describeInvitation } from "#server/services/invitations/describe-invitation.ts";
import { issueFirstAdministratorToken, listInvitations } from "#server/services/invitations/invite.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";

describeEngines("the demo's accounts", (openStore) => {
  it("leave no link open with which anybody could become administrator", async () => {
    const app = testApp(await openStore());
    const token = await issueFirstAdministratorToken(app);
    if (token === null) throw new Error("an empty server offers the first administrator's link");
    await demoAccounts(app);
    expect((await listInvitations(app)).links).toEqual([]);
    expect(await describeInvitation(app, token)).toMatchObject({ state: "withdrawn" });
    await app.close();
  });

  it("stand in the security log once, however often the demonstration is started", async () => {
    const app = testApp(await openStore());
    await demoAccounts(app);
    const accounts = await demoAccounts(app);
    const lines = await app.store.read((db) => listSecurityLines(db, { after: 0, limit: 100 }));
    const events = lines.map(({ entry }) => readSecurityLine(entry));
    expect(events.map(({ kind, actor, account }) => [kind, actor, account])).toEqual(
      accounts.map(({ accountId }) => ["demo.account-made", null, accountId]),
    );
    await app.close();
  });
});
