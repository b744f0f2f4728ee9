import { expect, it } from "vitest";
import {
  listAccounts,
  suspendAccount,
  unsuspendAccount,
} from "#server/services/invitations/administration.ts";
import { resetPassword } from "#server/services/invitations/change-password.ts";
import { createResetLink } from "#server/services/invitations/invite.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { accountsApp, addFirstAdministrator, addPerson, password } from "./people.ts";

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
});
