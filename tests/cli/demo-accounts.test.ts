import { expect, it } from "vitest";
import { demoAccounts } from "#server/cli/demo/accounts.ts";
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
    expect(await listInvitations(app)).toEqual([]);
    expect(await describeInvitation(app, token)).toMatchObject({ state: "withdrawn" });
    await app.close();
  });
});
